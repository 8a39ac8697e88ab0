/**
 * A request line: method, one space, a path below the service's root with `{attribute}` parameters, and perhaps a query.
 * In a query `a,b={x}` is `a=…` where x is a UUID and `b=…` where it is none, and `a={x?}` is left out where x is silent.
 */
export type Row = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

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
  readonly create?: Row; readonly read?: Row; readonly update?: Row; readonly delete?: Row; readonly list?: Row;
  readonly [special: `${'show by' | 'get' | 'set' | 'add' | 'remove' | 'delete when'} ${string}`]: Row | undefined;
}

/** The `{parameters}` of a path, as a type. One that may be silent, `{x?}`, is none. */
export type Params<S> = S extends `${string}{${infer P}}${infer Rest}` ? (P extends `${string}?` ? never : P) | Params<Rest> : never;

/** The `{parameters}` of a path, in order. */
export const paramsOf = (path: string): readonly string[] => [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] as string);

export const methodOf = (row: Row): string => row.slice(0, row.indexOf(' '));
export const pathOf = (row: Row): string => row.slice(row.indexOf(' ') + 1);
