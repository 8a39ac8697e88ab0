import { lineIndex, type SourceDocument } from '../../../../../schema-tools/src/documents/index.ts';
import type { Marked, Told } from '../fault.ts';
import { limits } from '../limits.ts';

const inOrder = (one: Told, other: Told): number => one.line - other.line || one.column - other.column;

const withoutLast = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** The first ones of what is told, in the order of the text, and how many there are besides. */
export const firstOf = (told: readonly Told[], count = told.length): readonly Told[] => {
  const sorted = [...told].sort(inOrder);
  if (sorted.length <= limits.told) return sorted;
  const { path, line, column } = sorted[limits.told]!;
  return [...sorted.slice(0, limits.told), { path, line, column, message: `and ${count - limits.told} more` }];
};

/** Finds lines and columns of what is said about a document's value. */
export const teller = (text: string, document: SourceDocument): ((marks: readonly Marked[]) => readonly Told[]) => {
  const lines = lineIndex(text);
  const placed = (pointer: string): { readonly path: string; readonly start: number } => {
    for (let path = pointer; ; path = withoutLast(path)) {
      const spot = document.locate([path]).get(path);
      if (spot) return { path, start: spot.key.start };
      if (path === '') return { path, start: 0 };
    }
  };
  return (marks) => firstOf(marks.slice(0, limits.faults).map(({ pointer, message }) => {
    const { path, start } = placed(pointer);
    return { path, ...lines.position(start), message };
  }), marks.length);
};
