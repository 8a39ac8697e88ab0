import { unprocessable } from '../http/problem.ts';
import type { ChosenIds } from './choose-ids.ts';

/** Throws a SeedError with the line of this path in the file. */
export type ReportSeedError = (path: readonly (string | number)[], error: unknown) => never;
/** Ids by the names that the file uses. */
export type IdsByName = ReadonlyMap<string, string>;
interface SeedVariable {
  readonly id?: string | null;
  readonly version_id?: string | null;
  readonly created_at?: string | null;
  readonly key: string;
  readonly value?: string | null;
  readonly category?: string | null;
  readonly description?: string | null;
  readonly hcl?: boolean | null;
  readonly sensitive?: boolean | null;
}

export const withoutNulls = (values: object): { readonly [name: string]: unknown } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
export const toKebabMembers = (values: object) =>
  Object.fromEntries(Object.entries(withoutNulls(values)).map(([name, value]) => [name.replaceAll('_', '-'), value]));
export const toVariableResource = ({ id: _id, version_id: _version, created_at: _createdAt, ...variable }: SeedVariable) => ({
  type: 'vars',
  attributes: { category: 'infra', ...withoutNulls(variable) },
});
/** The IDs that variables choose. */
export const chooseVariableIds = (variables: readonly SeedVariable[]): ChosenIds => ({
  var: variables.map(({ id }) => id),
  v: variables.map(({ version_id: version }) => version),
});
export const requireId = (names: IdsByName, name: string, what: string): string => {
  const id = names.get(name);
  if (id === undefined) throw unprocessable(`there is no ${what} "${name}" in this organization`);
  return id;
};
export const toTagBindings = (tags: { readonly [key: string]: string } | null | undefined) =>
  tags
    ? { 'tag-bindings': { data: Object.entries(tags).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })) } }
    : {};

/** Calls `plant` for each item of a list; an error is reported with the path of its item. */
export const forEachEntry = async <T>(
  list: readonly T[] | null | undefined,
  name: string,
  report: ReportSeedError,
  plant: (item: T) => Promise<void>,
): Promise<void> => {
  for (const [index, item] of (list ?? []).entries()) {
    try {
      await plant(item);
    } catch (error) {
      report([name, index], error);
    }
  }
};
