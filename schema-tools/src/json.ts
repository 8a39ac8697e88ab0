/** A schema or an instance, parsed. */
export interface JsonObject { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One text for all spellings of one JSON value: members sorted, so two values are equal when their texts are. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (isObject(value)) return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
  return JSON.stringify(value) ?? 'undefined';
};

/** Whether a list of values holds one, by JSON's equality; scalars are found without a text. */
export const membership = (values: readonly unknown[]): ((value: unknown) => boolean) => {
  const scalars = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const texts = new Set(values.filter((value) => typeof value === 'object' && value !== null).map(canonical));
  return (value) => (typeof value === 'object' && value !== null ? texts.size > 0 && texts.has(canonical(value)) : scalars.has(value));
};

/** The RFC 6901 step of a name. */
export const escaped = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');
export const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
