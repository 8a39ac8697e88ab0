const isUnicodePattern = (source: string): boolean => {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
};

/** A needless escape outside Unicode mode means the character itself: `\_`, `\-`, `\"`. */
const withoutNeedlessEscapes = (source: string): string =>
  source
    .replace(/\\([^^$\\.*+?()[\]{}|/a-zA-Z0-9-])/gu, '$1')
    .replace(/(\[(?:[^\]\\]|\\.)*\])|\\-/gu, (all, group: string | undefined) => group ?? (all === '\\-' ? '-' : all))
    .replace(
      /\[((?:[^\]\\]|\\.)*)\]/gu,
      (_, inner: string) => `[${inner.replace(/(\\[wdsWDS])-/gu, '$1\\-').replace(/-(\\[wdsWDS])/gu, '\\-$1')}]`,
    );

/**
 * The pattern in Unicode mode, which the specification requires. Patterns that only the older mode accepts are rewritten if their meaning
 * stays the same; otherwise undefined.
 */
export const toUnicodePattern = (source: string): string | undefined => [source, withoutNeedlessEscapes(source)].find(isUnicodePattern);
