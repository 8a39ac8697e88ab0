/** What a resource document holds (JSON:API 1.0, spec 1 convention 3). */
export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}
export interface Relationship {
  readonly data?: ResourceIdentifier | null | readonly ResourceIdentifier[];
  readonly links?: { readonly related?: string; readonly self?: string };
  readonly meta?: unknown;
}
export interface ResourceObject extends ResourceIdentifier {
  readonly attributes?: { readonly [name: string]: unknown };
  readonly relationships?: { readonly [name: string]: Relationship };
  readonly links?: { readonly [name: string]: unknown };
}

export const createIdentifier = (type: string, id: string): ResourceIdentifier => ({ type, id });
export const renderToOne = (type: string, id: string | null, related?: string): Relationship =>
  related ? { data: id === null ? null : { id, type }, links: { related } } : { data: id === null ? null : { id, type } };
export const renderToMany = (type: string, ids: readonly string[]): Relationship => ({ data: ids.map((id) => ({ id, type })) });
