import { lineIndex, type LineIndex } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import { type Directive, parseDirective, hasDirectives } from './directive.ts';
import { commentLines, directiveRanges } from './directive-ranges.ts';
import { type UnusedDirective, unusedDirectives } from './unused-directives.ts';

export interface DirectiveResult {
  /** The findings, with those that a comment ignores marked. */
  readonly findings: readonly Finding[];
  readonly unused: readonly UnusedDirective[];
}

/** Errors that prevent reading a file cannot be ignored. */
const canSuppress = ({ rule, severity }: Finding): boolean => !(severity === 'error' && ['syntax', 'schema', 'file'].includes(rule));

/** Marks what the document's own comments ignore. `known`: the ids of all rules, `isOff`: of those that were not asked. */
export const applyDirectives = (
  source: Source,
  findings: readonly Finding[],
  known: readonly string[],
  isOff: (rule: string) => boolean,
  lines: LineIndex = lineIndex(source.text),
): DirectiveResult => {
  if (!hasDirectives(source.text)) return { findings, unused: [] };
  const comments = source.comments();
  const directives = comments.map(parseDirective).filter((directive) => directive !== undefined);
  if (directives.length === 0) return { findings, unused: [] };
  const reached = directiveRanges(directives, source.text, lines, commentLines(source.text, lines, comments));
  const used = new Map<Directive, Set<string>>();
  const marked = findings.map((finding) => {
    if (!canSuppress(finding)) return finding;
    const by = directives.filter((_, index) => {
      const about = reached[index]!(finding.rule);
      return about !== undefined && finding.line >= about.from && finding.line <= about.to;
    });
    for (const directive of by) used.set(directive, (used.get(directive) ?? new Set()).add(finding.rule));
    const reason = by.find((directive) => directive.reason !== undefined)?.reason;
    return by.length === 0 ? finding : { ...finding, suppressed: { by: 'comment' as const, ...(reason === undefined ? {} : { reason }) } };
  });
  return { findings: marked, unused: unusedDirectives(directives, used, known, isOff) };
};
