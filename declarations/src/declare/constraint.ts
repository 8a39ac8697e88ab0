import { isAbsent, isUnknown, type Values } from './values.ts';

/**
 * A rule between attributes in three forms: a sentence (`doc`), a JSON Schema (`json`), and a check (`breach`). Names may be dotted paths
 * into objects.
 *
 * `says`: a rule about the values that a request sends. `holds`: a rule about the resulting object; the service checks stored ⊕ sent. In a
 * configuration the two are the same. The check is three-valued: an unknown value is neither set nor absent, and only a certain violation
 * is reported.
 */
export interface Constraint {
  readonly appliesTo: 'says' | 'holds';
  readonly paths: readonly string[];
  readonly doc: string;
  readonly json: object;
  /** JSON Schema cannot express it: `json` is empty, and only the plan checks it. */
  readonly beyondSchema?: true;
  /** About what a configuration says; the service has a rule of its own. */
  readonly configurationOnly?: true;
  /** The dotted path of the attribute to point at, or undefined when the rule is not certainly broken. */
  findViolation(values: Values): string | undefined;
}

export type Presence = 'given' | 'absent' | 'unknown';

/** The value at a dotted path; unknown if a container on the path is. */
export const valueAt = (values: Values, path: string): unknown => {
  if (!path.includes('.')) return values[path] ?? null;
  let value: unknown = values;
  for (const step of path.split('.')) {
    if (isUnknown(value)) return value;
    if (isAbsent(value)) return null;
    value = (value as Values)[step];
  }
  return value ?? null;
};

/** Whether something is written there. `false` and `""` are given. */
export const presenceOf = (values: Values, path: string): Presence => {
  const value = valueAt(values, path);
  return isUnknown(value) ? 'unknown' : isAbsent(value) ? 'absent' : 'given';
};

/** The schema that holds when the dotted path satisfies `leaf` (and is present). */
export const schemaForValue = (path: string, leaf: object): object => {
  const [first, ...rest] = path.split('.') as [string, ...string[]];
  const inner = rest.length > 0 ? schemaForValue(rest.join('.'), leaf) : leaf;
  return { required: [first], properties: { [first]: rest.length > 0 ? { type: 'object', ...inner } : inner } };
};

export const schemaForPresence = (path: string): object => schemaForValue(path, { not: { type: 'null' } });

export const quoteName = (name: string): string => `\`${name}\``;
export const formatLiteral = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));
export const joinWords = (names: readonly string[], word: 'or' | 'and'): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${word} ${names[names.length - 1]}`;
