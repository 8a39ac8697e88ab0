/** A value of a document and its place. Accessors give undefined for a value of another type. */
export interface DocumentNode {
  readonly value: unknown;
  /** RFC 6901, in the whole document. */
  readonly pointer: string;
}

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const escapePointerStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const createChild = ({ pointer }: DocumentNode, step: string | number, value: unknown): DocumentNode => ({
  value,
  pointer: `${pointer}/${escapePointerStep(String(step))}`,
});

/** The member of this name, in either of the spellings that protobuf takes (`workloadSelector`, `workload_selector`). */
export const getNode = (place: DocumentNode, ...names: readonly string[]): DocumentNode =>
  names.reduce<DocumentNode>((here, name) => {
    const { value } = here;
    if (!isObject(value)) return createChild(here, name, undefined);
    const other = toSnakeCase(name);
    const spelled = !Object.hasOwn(value, name) && Object.hasOwn(value, other) ? other : name;
    return createChild(here, spelled, Object.hasOwn(value, spelled) ? value[spelled] : undefined);
  }, place);

/** The items of a list. */
export const getItems = (place: DocumentNode, ...names: readonly string[]): readonly DocumentNode[] => {
  const list = getNode(place, ...names);
  return Array.isArray(list.value) ? list.value.map((value: unknown, index) => createChild(list, index, value)) : [];
};
/** The members of an object. */
export const getMembers = (place: DocumentNode): readonly (readonly [name: string, place: DocumentNode])[] =>
  isObject(place.value) ? Object.entries(place.value).map(([name, value]) => [name, createChild(place, name, value)] as const) : [];

/** undefined for what is no text and for the empty one. */
export const textOf = ({ value }: DocumentNode): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
export const numberOf = ({ value }: DocumentNode): number | undefined => (typeof value === 'number' ? value : undefined);
export const isPresent = ({ value }: DocumentNode): boolean => value !== undefined && value !== null;
/** Labels in the form that selectors match; undefined without labels. */
export const labelsOf = (place: DocumentNode): Readonly<Record<string, string>> | undefined => {
  if (!isObject(place.value)) return undefined;
  const labels = Object.entries(place.value).map(([name, value]) => [name, String(value)] as const);
  return labels.length === 0 ? undefined : Object.fromEntries(labels);
};
/** undefined for what is no text; unlike `textOf`, '' for the empty one. */
export const stringOf = ({ value }: DocumentNode): string | undefined => (typeof value === 'string' ? value : undefined);
