import { pickOne, type RandomPick } from './random.ts';

/** A value as JSON in a random style; with comments and trailing commas for JSONC. */
export function printJson(value: unknown, pick: RandomPick, comments: boolean): string {
  const gap = (): string => {
    const plain = pickOne(pick, ['', '', '', ' ', '\n', '\r\n\t', '\r']);
    return comments && pick(6) === 0 ? plain + pickOne(pick, ['/* " } */', '// ] "\n', '/**/', '//\r', '/* a: [ \n*/']) + plain : plain;
  };
  const string = (text: string) =>
    `"${[...text]
      .map((letter) =>
        letter.length === 1 && pick(8) === 0
          ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
          : JSON.stringify(letter).slice(1, -1),
      )
      .join('')}"`;
  const list = (open: string, items: readonly string[], close: string) =>
    `${open}${gap()}${items.map((item) => `${item}${gap()}`).join(`,${gap()}`)}` +
    `${comments && items.length > 0 && pick(3) === 0 ? `,${gap()}` : ''}${close}`;
  const any = (of: unknown): string => {
    if (typeof of === 'string') return string(of);
    if (Array.isArray(of)) return list('[', of.map(any), ']');
    if (typeof of !== 'object' || of === null) return JSON.stringify(of);
    return list(
      '{',
      Object.entries(of).map(([name, item]) => `${string(name)}${gap()}:${gap()}${any(item)}`),
      '}',
    );
  };
  return `${pickOne(pick, ['', '', '\ufeff'])}${gap()}${any(value)}${gap()}`;
}
