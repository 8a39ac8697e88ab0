import type { Edit } from './source.ts';

/**
 * The text after some edits, whose offsets are all of the text before; everything else stays as it is. Throws a RangeError for
 * edits that overlap or lie outside the text: two of them cannot both be meant.
 */
export function applyEdits(text: string, edits: Iterable<Edit>): string {
  const sorted = [...edits].sort((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: written } of sorted) {
    if (start < done || end < start || end > text.length)
      throw new RangeError(`The edit from ${start} to ${end} overlaps another or lies outside the text`);
    pieces.push(text.slice(done, start), written);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}
