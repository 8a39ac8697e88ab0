const labelPattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/i;
const maxLabel = 63,
  maxName = 255;

/** 1 to 63 letters, digits and hyphens, with a letter or digit at both ends. */
export const isDnsLabel = (text: string): boolean => text.length <= maxLabel && labelPattern.test(text);

/** Labels after the first one may end with an empty one: a closing dot. A last label of digits would be an IP address. */
const areLabels = (labels: readonly string[]): boolean =>
  !/^[0-9]+$/.test(labels.at(-1) ?? '') &&
  labels.every((label, index) => isDnsLabel(label) || (label === '' && index === labels.length - 1));

/** Labels with dots between them, and optionally one at the end; one label is enough. */
export const isFullName = (text: string): boolean => text !== '' && text.length <= maxName && areLabels(text.split('.'));

/** A full name whose first label may be `*`, or begin with `*` or `*-`; a single label may consist of digits. */
export const isWildcardName = (text: string): boolean => {
  if (text === '' || text.length > maxName) return false;
  const [first = '', ...rest] = text.split('.');
  const isFirst = first === '*' || (first.length <= maxLabel && labelPattern.test(first.replace(/^\*-?/, '')));
  return isFirst && (rest.length === 0 || areLabels(rest));
};

/**
 * Whether a name lies within one of these: `*.com` covers `foo.com` and `*.foo.com`; without a star only the same text. The test
 * is linear in the length of the name.
 */
export const createNameCover = (names: readonly string[]): ((name: string) => boolean) => {
  const texts = new Set(names);
  const suffixes = new Set(names.filter((name) => name.startsWith('*')).map((name) => name.slice(1)));
  return (name) => {
    if (texts.has(name)) return true;
    const text = name.replace(/^\*/, '');
    for (let from = 0; from <= text.length; from += 1) if (suffixes.has(text.slice(from))) return true;
    return false;
  };
};

/** Indexes of names that are equal to another or covered by it, with the index of the other. Linear in the length of the texts. */
export function* findOverlaps(names: readonly string[]): Generator<readonly [index: number, other: number]> {
  const byText = new Map<string, number>();
  const bySuffix = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const same = byText.get(name);
    if (same !== undefined) yield [index, same];
    else byText.set(name, index);
    if (name.startsWith('*') && !bySuffix.has(name.slice(1))) bySuffix.set(name.slice(1), index);
  }
  for (const [name, index] of byText) {
    const text = name.replace(/^\*/, '');
    for (let from = name.startsWith('*') ? 1 : 0; from <= text.length; from += 1) {
      const other = bySuffix.get(text.slice(from));
      if (other !== undefined && other !== index) {
        yield [index, other];
        break;
      }
    }
  }
}
