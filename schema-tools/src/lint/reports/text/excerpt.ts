import { displayCells, displayWidth } from './display-width.ts';
import { toPrintable } from './printable.ts';

/** A line of a source and the line of carets below it, as wide as the terminal shows them. */
export interface Excerpt {
  readonly line: string;
  readonly carets: string;
}

const tabWidth = 4;

/** Tabs as spaces up to the next stop. `from`: the columns before it. */
const expandTabs = (text: string, from: number): string => {
  let column = from;
  return toPrintable(text)
    .split(/(\t)/)
    .map((part) => {
      const shown = part === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : part;
      column += displayWidth(shown);
      return shown;
    })
    .join('');
};

const ellipsis = '…';

/** The end of a text that fits, or its start. */
const fitEnd = (text: string, width: number): string => {
  let [shown, used] = ['', 0];
  for (const one of [...displayCells(text)].reverse()) {
    if (used + one.cells > width) return shown;
    shown = one.text + shown;
    used += one.cells;
  }
  return shown;
};
const fitStart = (text: string, width: number): string => {
  let [shown, used] = ['', 0];
  for (const one of displayCells(text)) {
    if (used + one.cells > width) return shown;
    shown += one.text;
    used += one.cells;
  }
  return shown;
};

/**
 * The line with the span from `start` to `end` underlined (UTF-16, from 0; an empty span is one caret), cut to `width` columns
 * around it. Of a line of megabytes only the part around the span is looked at.
 */
export const createExcerpt = (whole: string, start: number, end: number, width: number): Excerpt => {
  const near = (offset: number): number => (/[\udc00-\udfff]/.test(whole[offset] ?? '') ? offset - 1 : offset);
  const [from, to] = [near(Math.max(0, start - 4 * width)), near(Math.min(whole.length, start + 4 * width))];
  const before = expandTabs(whole.slice(from, start), 0);
  const marked = expandTabs(whole.slice(start, Math.min(end, to)), displayWidth(before));
  const after = expandTabs(whole.slice(Math.min(end, to), to), displayWidth(before) + displayWidth(marked)).trimEnd();
  const cutBefore =
    from > 0 || (displayWidth(before) > width / 2 && displayWidth(before) + displayWidth(marked) + displayWidth(after) > width);
  const lead = cutBefore ? `${ellipsis}${fitEnd(before, Math.max(8, Math.floor(width / 3)))}` : before;
  const span = fitStart(marked, Math.max(1, width - displayWidth(lead) - 1));
  const isCut = span !== marked;
  const room = width - displayWidth(lead) - displayWidth(span);
  const rest = isCut
    ? ellipsis
    : displayWidth(after) <= room && to >= whole.length
      ? after
      : `${fitStart(after, Math.max(0, room - 1)).trimEnd()}${ellipsis}`;
  return {
    line: `${lead}${span}${rest}`.trimEnd(),
    carets: `${' '.repeat(displayWidth(lead))}${'^'.repeat(Math.max(1, displayWidth(span)))}`,
  };
};
