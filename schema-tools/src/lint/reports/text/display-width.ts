let segmenter: Intl.Segmenter | undefined;
/** Made when the first text needs it: that takes as long as a small file. */
const graphemes = (text: string) => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text);
const wideCharacters = new RegExp(
  [
    /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f]/u,
    /[\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u,
    /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plainAscii = /^[\x20-\x7e]*$/;

const cellWidth = (grapheme: string): number => (wideCharacters.test(grapheme) ? 2 : zeroWidth.test(grapheme) ? 0 : 1);

/** A text as a terminal shows it: each character with the cells it takes. */
export const displayCells = (text: string): readonly { readonly text: string; readonly cells: number }[] =>
  plainAscii.test(text)
    ? [...text].map((one) => ({ text: one, cells: 1 }))
    : [...graphemes(text)].map(({ segment }) => ({ text: segment, cells: cellWidth(segment) }));

/** The width of a text in terminal columns. */
export const displayWidth = (text: string): number =>
  plainAscii.test(text) ? text.length : displayCells(text).reduce((sum, one) => sum + one.cells, 0);
