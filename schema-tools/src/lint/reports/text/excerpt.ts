import { cells, widthOf } from './width.ts';
import { printable } from './printable.ts';

/** A line of a source and the line of carets below it, as wide as the terminal shows them. */
export interface Excerpt { readonly line: string; readonly carets: string }

const tab = 4;

/** Tabs as spaces up to the next stop. `from`: the columns before it. */
const expanded = (text: string, from: number): string => {
  let column = from;
  return printable(text).split(/(\t)/).map((part) => {
    const shown = part === '\t' ? ' '.repeat(tab - (column % tab)) : part;
    column += widthOf(shown);
    return shown;
  }).join('');
};

const ellipsis = '…';

/** The end of a text that fits, or its start. */
const last = (text: string, width: number): string => {
  let [shown, used] = ['', 0];
  for (const one of [...cells(text)].reverse()) { if (used + one.cells > width) return shown; shown = one.text + shown; used += one.cells; }
  return shown;
};
const first = (text: string, width: number): string => {
  let [shown, used] = ['', 0];
  for (const one of cells(text)) { if (used + one.cells > width) return shown; shown += one.text; used += one.cells; }
  return shown;
};

/**
 * The line with the span from `start` to `end` underlined (UTF-16, from 0; an empty span is one caret), cut to `width` columns
 * around it. Of a line of megabytes only the part around the span is looked at.
 */
export const excerptOf = (whole: string, start: number, end: number, width: number): Excerpt => {
  const near = (offset: number): number => (/[\udc00-\udfff]/.test(whole[offset] ?? '') ? offset - 1 : offset);
  const [from, to] = [near(Math.max(0, start - 4 * width)), near(Math.min(whole.length, start + 4 * width))];
  const before = expanded(whole.slice(from, start), 0);
  const marked = expanded(whole.slice(start, Math.min(end, to)), widthOf(before));
  const after = expanded(whole.slice(Math.min(end, to), to), widthOf(before) + widthOf(marked)).trimEnd();
  const cutBefore = from > 0 || widthOf(before) > width / 2 && widthOf(before) + widthOf(marked) + widthOf(after) > width;
  const lead = cutBefore ? `${ellipsis}${last(before, Math.max(8, Math.floor(width / 3)))}` : before;
  const span = first(marked, Math.max(1, width - widthOf(lead) - 1));
  const isCut = span !== marked;
  const room = width - widthOf(lead) - widthOf(span);
  const rest = isCut ? ellipsis : widthOf(after) <= room && to >= whole.length ? after : `${first(after, Math.max(0, room - 1)).trimEnd()}${ellipsis}`;
  return { line: `${lead}${span}${rest}`.trimEnd(), carets: `${' '.repeat(widthOf(lead))}${'^'.repeat(Math.max(1, widthOf(span)))}` };
};
