/** A schema or an instance, parsed. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One text for all spellings of one JSON value: members sorted, so two values are equal when their texts are. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (isObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
      .join()}}`;
  return JSON.stringify(value) ?? 'undefined';
};

/** Whether a list of values holds one, by JSON's equality; scalars are found without a text. */
export const membershipTest = (values: readonly unknown[]): ((value: unknown) => boolean) => {
  const scalars = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const texts = new Set(values.filter((value) => typeof value === 'object' && value !== null).map(canonicalJson));
  return (value) => (typeof value === 'object' && value !== null ? texts.size > 0 && texts.has(canonicalJson(value)) : scalars.has(value));
};

/** The RFC 6901 step of a name. */
export const escapePointerToken = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');
export const unescapePointerToken = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
