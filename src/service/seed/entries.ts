import { unprocessable } from '../problem.ts';

/** Tells where in the file something went wrong. */
export type Tell = (path: readonly (string | number)[], error: unknown) => never;
/** Ids by the names that the file uses. */
export type Names = ReadonlyMap<string, string>;
interface Variable { readonly key: string; readonly value?: string | null; readonly category?: string | null; readonly description?: string | null; readonly hcl?: boolean | null; readonly sensitive?: boolean | null }

export const said = (values: object): { readonly [name: string]: unknown } => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
export const kebab = (values: object) => Object.fromEntries(Object.entries(said(values)).map(([name, value]) => [name.replaceAll('_', '-'), value]));
export const variableOf = (variable: Variable) => ({ type: 'vars', attributes: { category: 'infra', ...said(variable) } });
export const known = (names: Names, name: string, what: string): string => {
  const id = names.get(name);
  if (id === undefined) throw unprocessable(`there is no ${what} "${name}" in this organization`);
  return id;
};
export const bindings = (tags: { readonly [key: string]: string } | null | undefined) => (tags
  ? { 'tag-bindings': { data: Object.entries(tags).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })) } } : {});

/** Calls `plant` for each entry of a list; what goes wrong is told with its place. */
export const each = async <T>(list: readonly T[] | null | undefined, name: string, tell: Tell, plant: (item: T) => Promise<void>): Promise<void> => {
  for (const [index, item] of (list ?? []).entries()) {
    try { await plant(item); } catch (error) { tell([name, index], error); }
  }
};

