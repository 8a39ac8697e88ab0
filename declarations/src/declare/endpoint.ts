/**
 * A request line: method, one space, a path below `/api/v2` (or one of another version, from `/api/` on) with `{attribute}` parameters, and
 * perhaps a query. In a query `a,b={x}` is `a=…` if x is a UUID and otherwise `b=…`, and `a={x?}` is omitted if x has no value.
 */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * The endpoints of a resource. In addition to the five fixed names:
 * - `show by X`: reads the object by a human-readable path (import);
 * - `get X`: reads the attribute X separately; `set X`: writes X by a separate request;
 * - `add X` / `remove X`: writes X as a difference;
 * - `delete when X`: deletes the object if X is true in the state.
 *
 * Without `update` every change replaces the object. `create` equal to `update` is an upsert. Without `read` the object is looked for in
 * `list`.
 */
export interface Endpoints {
  readonly create?: Endpoint;
  readonly read?: Endpoint;
  readonly update?: Endpoint;
  readonly delete?: Endpoint;
  readonly list?: Endpoint;
  readonly [special: `${'show by' | 'get' | 'set' | 'add' | 'remove' | 'delete when'} ${string}`]: Endpoint | undefined;
}

/** The `{parameters}` of a path, as a type. Optional ones, `{x?}`, are excluded. */
export type PathParameters<S> = S extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${string}?` ? never : P) | PathParameters<Rest>
  : never;

/** The `{parameters}` of a path, in order. */
export const pathParametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] as string);

export const endpointMethod = (endpoint: Endpoint): string => endpoint.slice(0, endpoint.indexOf(' '));
export const endpointPath = (endpoint: Endpoint): string => endpoint.slice(endpoint.indexOf(' ') + 1);
