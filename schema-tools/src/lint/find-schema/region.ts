import type { Span } from '../../documents/source.ts';
import type { Region } from '../finding.ts';

/** Lines and columns of one span; a text that is looked into once needs no table. */
export function regionOf(text: string, { start, end }: Span): Region {
  const at = (offset: number) => {
    let line = 1;
    let begin = 0;
    for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) { line++; begin = next + 1; }
    // A byte order mark is no column.
    if (line === 1 && text.charCodeAt(0) === 0xFEFF && offset > 0) begin = 1;
    return { line, column: offset - begin + 1 };
  };
  const [from, to] = [at(start), at(Math.max(start, end))];
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}
