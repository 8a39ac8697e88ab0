import type { LineIndex } from '../../documents/line-index.ts';
import type { Directive } from './directive.ts';

/** The lines a directive is about, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The next line that is not only a comment: several directives, or a remark, may precede it. */
const nextCodeLine = ({ comment }: Directive, text: string, lines: LineIndex, commentLines: ReadonlyMap<number, number>): number => {
  let line = lines.position(comment.end).line + 1;
  for (; line < lines.count; line += 1) {
    const { start, end } = lines.line(line);
    const last = commentLines.get(line);
    if (last !== undefined) line = last;
    else if (text.slice(start, end).trim() !== '') break;
  }
  return line;
};

/** Lines that are only comments, first to last, of the comments that begin a line and end one. */
export const commentLines = (
  text: string,
  lines: LineIndex,
  spans: Iterable<{ readonly start: number; readonly end: number }>,
): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  for (const { start, end } of spans) {
    const [first, last] = [lines.position(start).line, lines.position(end).line];
    if (text.slice(lines.line(first).start, start).trim() === '' && text.slice(end, lines.line(last).end).trim() === '')
      found.set(first, last);
  }
  return found;
};

const appliesToRule = ({ rules }: Directive, rule: string): boolean => rules.length === 0 || rules.includes(rule);

/** The lines to which each directive applies for a rule; undefined if it does not apply (`enable` ends the range of another directive). */
export const directiveRanges = (
  directives: readonly Directive[],
  text: string,
  lines: LineIndex,
  comments: ReadonlyMap<number, number>,
): readonly ((rule: string) => LineRange | undefined)[] =>
  directives.map((directive, index) => {
    const from = lines.position(directive.comment.start).line;
    const always =
      (to: LineRange) =>
      (rule: string): LineRange | undefined =>
        appliesToRule(directive, rule) ? to : undefined;
    if (directive.scope === 'file') return always({ from: 1, to: lines.count });
    if (directive.scope === 'line') return always({ from, to: lines.position(directive.comment.end).line });
    if (directive.scope === 'next-line') {
      const below = nextCodeLine(directive, text, lines, comments);
      return always({ from: below, to: below });
    }
    if (directive.scope === 'enable') return () => undefined;
    return (rule) => {
      if (!appliesToRule(directive, rule)) return undefined;
      const end = directives.slice(index + 1).find((other) => other.scope === 'enable' && appliesToRule(other, rule));
      return { from, to: end ? lines.position(end.comment.start).line : lines.count };
    };
  });
