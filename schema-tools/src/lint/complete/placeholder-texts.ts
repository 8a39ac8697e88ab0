import type { Format, Span } from '../../documents/source.ts';

/** Stands in a text for the key or value that is being written. */
export const placeholder = 'slipway-completion-placeholder';

/** A text in which the word at the cursor is replaced by a key or a value that can be parsed. */
export interface PlaceholderText {
  readonly text: string;
  readonly kind: 'key' | 'value';
}

/** The word at the cursor, and the texts that it may be a part of, the likeliest first. */
export interface PlaceholderTexts {
  /** What a completion replaces: with its quotes, if it has some. */
  readonly word: Span;
  /** Whether the key has its colon or equals sign already. */
  readonly isKeyed: boolean;
  readonly texts: readonly PlaceholderText[];
}

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && !/[\s,:={}[\]"'#]/.test(character);

function wordAt(text: string, offset: number): Span {
  let [start, end] = [offset, offset];
  while (start > 0 && isWordCharacter(text[start - 1])) start -= 1;
  while (isWordCharacter(text[end])) end += 1;
  const quote = text[start - 1];
  if (quote !== '"' && quote !== "'") return { start, end };
  return { start: start - 1, end: text[end] === quote ? end + 1 : end };
}

const quoted = JSON.stringify(placeholder);

/** What may replace the word: keys first, since a value in the place of a key is not valid. */
const replacements = (format: Format, isKeyed: boolean, before: string): readonly (readonly [PlaceholderText['kind'], string])[] => {
  if (format === 'toml') return /=\s*$/.test(before) ? [['value', quoted]] : [['key', isKeyed ? quoted : `${quoted} = 0`]];
  if (format === 'yaml') {
    const key = ['key', isKeyed ? placeholder : `${placeholder}:`] as const;
    return /^\s*(?:-\s+)*$/.test(before) ? [key, ['value', placeholder]] : [['value', placeholder], key];
  }
  if (isKeyed) return [['key', quoted]];
  const member = `${quoted}: null`;
  return [
    ...[member, `${member},`, `, ${member}`, `, ${member},`].map((one) => ['key', one] as const),
    ...[quoted, `${quoted},`].map((one) => ['value', one] as const),
  ];
};

/** The texts that may be meant while a key or a value at an offset is being written. */
export function placeholderTexts(text: string, offset: number, format: Format): PlaceholderTexts {
  const word = wordAt(text, offset);
  const isKeyed = (format === 'toml' ? /^[ \t]*=/ : /^[ \t]*:/).test(text.slice(word.end, word.end + 100));
  const before = text.slice(text.lastIndexOf('\n', word.start - 1) + 1, word.start);
  const texts = replacements(format, isKeyed, before).map(([kind, written]) => ({
    kind,
    text: text.slice(0, word.start) + written + text.slice(word.end),
  }));
  return { word, isKeyed, texts };
}
