/**
 * A request line: method, one space, a path below `/api/v2` (or one of another version, from `/api/` on) with
 * `{attribute}` parameters, and perhaps a query.
 * In a query `a,b={x}` is `a=…` where x is a UUID and `b=…` where it is none, and `a={x?}` is left out where x is silent.
 */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * What a resource calls. Beside the five fixed names:
 * - `show by X`: a read by human path (import);
 * - `get X`: X is read elsewhere; `set X`: X is written by a request of its own;
 * - `add X` / `remove X`: X is written as a difference;
 * - `delete when X`: how to delete where X is true in the state.
 *
 * No `update`: every change replaces. `create` equal to `update`: an upsert. No `read`: walk `list`, compare the key.
 */
export interface Endpoints {
  readonly create?: Endpoint;
  readonly read?: Endpoint;
  readonly update?: Endpoint;
  readonly delete?: Endpoint;
  readonly list?: Endpoint;
  readonly [special: `${'show by' | 'get' | 'set' | 'add' | 'remove' | 'delete when'} ${string}`]: Endpoint | undefined;
}

/** The `{parameters}` of a path, as a type. One that may be silent, `{x?}`, is none. */
export type PathParameters<S> = S extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${string}?` ? never : P) | PathParameters<Rest>
  : never;

/** The `{parameters}` of a path, in order. */
export const pathParametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] as string);

export const endpointMethod = (endpoint: Endpoint): string => endpoint.slice(0, endpoint.indexOf(' '));
export const endpointPath = (endpoint: Endpoint): string => endpoint.slice(endpoint.indexOf(' ') + 1);
