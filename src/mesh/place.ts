/** A value somewhere in a document, whatever it may be: what is not of the shape that one asks for is not there. */
export interface Place {
  readonly value: unknown;
  /** RFC 6901, in the whole document. */
  readonly pointer: string;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const below = ({ pointer }: Place, step: string | number, value: unknown): Place => ({ value, pointer: `${pointer}/${escaped(String(step))}` });

/** The member of this name, in either of the spellings that protobuf takes (`workloadSelector`, `workload_selector`). */
export const at = (place: Place, ...names: readonly string[]): Place => names.reduce<Place>((here, name) => {
  const { value } = here;
  if (!isObject(value)) return below(here, name, undefined);
  const other = snake(name);
  const spelled = !Object.hasOwn(value, name) && Object.hasOwn(value, other) ? other : name;
  return below(here, spelled, Object.hasOwn(value, spelled) ? value[spelled] : undefined);
}, place);

/** The items of a list. */
export const each = (place: Place, ...names: readonly string[]): readonly Place[] => {
  const list = at(place, ...names);
  return Array.isArray(list.value) ? list.value.map((value: unknown, index) => below(list, index, value)) : [];
};
/** The members of an object. */
export const members = (place: Place): readonly (readonly [name: string, place: Place])[] =>
  (isObject(place.value) ? Object.entries(place.value).map(([name, value]) => [name, below(place, name, value)] as const) : []);

/** undefined for what is no text and for the empty one. */
export const textOf = ({ value }: Place): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
export const numberOf = ({ value }: Place): number | undefined => (typeof value === 'number' ? value : undefined);
export const isThere = ({ value }: Place): boolean => value !== undefined && value !== null;
/** Labels, as a selector wants them; undefined where there are none. */
export const labelsOf = (place: Place): Readonly<Record<string, string>> | undefined => {
  if (!isObject(place.value)) return undefined;
  const labels = Object.entries(place.value).map(([name, value]) => [name, String(value)] as const);
  return labels.length === 0 ? undefined : Object.fromEntries(labels);
};
