/** Control characters of terminals and of text direction, which could misrepresent the text. */
const controlCharacters = new RegExp(
  [
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
    /[\ud800-\udbff](?![\udc00-\udfff])/,
    /(?<![\ud800-\udbff])[\udc00-\udfff]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** A text that can be shown: one `�` for each character that a terminal would obey. Line feeds and tabs stay. */
export const toPrintable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controlCharacters, '\ufffd');

/** The text in one line, with spaces for tabs. */
export const toOneLine = (text: string): string =>
  toPrintable(text)
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
