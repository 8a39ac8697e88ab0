import { type StructuredPatchHunk, structuredPatch } from 'diff';

/** Lines of context around a change. */
const context = 3;
/**
 * Lines that are removed and added, together, up to which a shortest change is searched for: the search takes time and memory that
 * grow with the square of it. Texts that differ by more are one change.
 */
const maxChangedLines = 1000;

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Each line with its mark, and without its line break, as the library has them. */
const markLines = (mark: string, text: string): readonly string[] =>
  linesOf(text).flatMap((line) => (line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file']));

/** The change of every line. */
const replaceAll = (before: string, after: string): StructuredPatchHunk => ({
  oldStart: 1,
  oldLines: linesOf(before).length,
  newStart: 1,
  newLines: linesOf(after).length,
  lines: [...markLines('-', before), ...markLines('+', after)],
});

const findHunks = (before: string, after: string): readonly StructuredPatchHunk[] => {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context, maxEditLength: maxChangedLines });
  return patch?.hunks ?? [replaceAll(before, after)];
};

const renderHunk = ({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string => {
  // A range of no lines is named by the line before it.
  const range = (from: number, count: number): string => `${count === 0 ? from - 1 : from},${count}`;
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`;
};

/** The change of a file in the unified format, with three lines of context. `before` null: the file is new. */
export const unifiedDiff = (path: string, before: string | null, after: string): string => {
  const hunks = findHunks(before ?? '', after).map(renderHunk);
  return hunks.length === 0 ? '' : `--- ${before === null ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n${hunks.join('')}`;
};
