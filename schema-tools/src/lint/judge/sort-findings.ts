import type { Finding } from '../finding.ts';

const rank = (finding: Finding): number => (finding.rule === 'syntax' ? 0 : 1);

/** What kept the file from being read first, then by place; at one place as the rules were asked. */
export const sortFindings = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column || a.endLine - b.endLine || a.endColumn - b.endColumn,
  );
