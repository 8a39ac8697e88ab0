import type { Span } from './source.ts';

/** 1-based; the column in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface LineIndex {
  /** Number of lines; an empty text has one, and a text with a final line end has an empty last one. */
  readonly count: number;
  /** Line and column of an offset. Offsets beyond the text count as its end. */
  position(offset: number): Position;
  /** The offset of a position; a column beyond its line is taken to be at the line's end. */
  offset(position: Position): number;
  /** Both ends of a span. */
  region(span: Span): { readonly line: number; readonly column: number; readonly endLine: number; readonly endColumn: number };
  /** A line's text, without its end and without a byte order mark. */
  line(line: number): Span;
}

const LF = 10,
  CR = 13;

/** The start of each line: after LF, CRLF or a lone CR; the first one after a byte order mark, which no column counts. */
function lineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** The last index whose start is not after the offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Offsets to lines and columns and back, for one text; made once, in one pass. */
export function lineIndex(text: string): LineIndex {
  const starts = lineStarts(text);
  const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  const position = (offset: number): Position => {
    const within = clamp(offset, starts[0]!, text.length);
    const line = lineAt(starts, within);
    return { line: line + 1, column: within - starts[line]! + 1 };
  };
  const line = (number: number): Span => {
    const index = clamp(number, 1, starts.length) - 1;
    const start = starts[index]!;
    let end = starts[index + 1] ?? text.length;
    if (index + 1 < starts.length) end -= text.charCodeAt(end - 1) === LF && end - 2 >= start && text.charCodeAt(end - 2) === CR ? 2 : 1;
    return { start, end };
  };
  return {
    count: starts.length,
    position,
    line,
    offset: (at) => {
      const { start, end } = line(at.line);
      return clamp(start + at.column - 1, start, end);
    },
    region: (span) => {
      const [from, to] = [position(span.start), position(Math.max(span.start, span.end))];
      return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
    },
  };
}
