import type { Range } from 'vscode-languageserver/node';
import type { Position } from '../documents/line-index.ts';
import type { Region } from '../lint/finding.ts';

/** A byte order mark is in no column of ours, and in the first one of an editor that keeps it. */
const markOffset = (text: string, line: number): number => (line === 1 && text.charCodeAt(0) === 0xfeff ? 1 : 0);

/** Converts lines and columns from 1 to an editor's, which count from 0. */
export const toRange = (text: string, { line, column, endLine, endColumn }: Region): Range => ({
  start: { line: line - 1, character: column - 1 + markOffset(text, line) },
  end: { line: endLine - 1, character: endColumn - 1 + markOffset(text, endLine) },
});

export const toPosition = (text: string, { line, character }: Range['start']): Position => ({
  line: line + 1,
  column: Math.max(1, character + 1 - markOffset(text, line + 1)),
});

export const documentStart: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Whether two ranges have a place in common, their ends counted. */
export const isTouching = (one: Range, other: Range): boolean => {
  const isBefore = (a: Range['start'], b: Range['start']) => a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
};
