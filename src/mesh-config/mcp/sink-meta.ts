/** `key=value` texts as pairs. Throws the sentence for one that is none. */
export const sinkMetadata = (texts: readonly string[]): readonly (readonly [key: string, value: string])[] => texts.map((text) => {
  const equals = text.indexOf('=');
  if (equals < 1) throw new Error(`sinkMeta not in key=value format: ${text}`);
  return [text.slice(0, equals), text.slice(equals + 1)];
});
