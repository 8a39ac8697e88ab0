/** What a resource document holds (JSON:API 1.0, spec 1 convention 3). */
export interface Identifier { readonly type: string; readonly id: string }
export interface Relationship {
  readonly data?: Identifier | null | readonly Identifier[];
  readonly links?: { readonly related?: string; readonly self?: string };
  readonly meta?: unknown;
}
export interface Doc extends Identifier {
  readonly attributes?: { readonly [name: string]: unknown };
  readonly relationships?: { readonly [name: string]: Relationship };
  readonly links?: { readonly [name: string]: unknown };
}

export const ref = (type: string, id: string): Identifier => ({ type, id });
export const toOne = (type: string, id: string | null, related?: string): Relationship =>
  (related ? { data: id === null ? null : { id, type }, links: { related } } : { data: id === null ? null : { id, type } });
export const toMany = (type: string, ids: readonly string[]): Relationship => ({ data: ids.map((id) => ({ id, type })) });
