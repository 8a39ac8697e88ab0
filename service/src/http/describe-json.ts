/** The type of a JSON value, for errors that must not repeat it, because it may be a secret. */
export const describeJsonType = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** Why a text is no JSON, without the piece of it that the parser quotes. `error`: of `JSON.parse`. */
export const describeJsonError = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (?:\.\.\.)?".*" is not valid JSON$/s, '');
};
