import type { Finding } from '../finding.ts';

/** Numbers by severity; known and ignored findings are counted separately. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly known: number;
  readonly ignored: number;
}

/** The numbers that determine exit codes and `--max-warnings`: `errors` and `warnings`. */
export const countFindings = (findings: readonly Finding[]): FindingCounts => {
  const count = { errors: 0, warnings: 0, infos: 0, known: 0, ignored: 0 };
  for (const { severity, suppressed, baseline } of findings) {
    if (suppressed) count.ignored += 1;
    else if (baseline === 'known') count.known += 1;
    else count[severity === 'error' ? 'errors' : severity === 'warning' ? 'warnings' : 'infos'] += 1;
  }
  return count;
};

/** The findings in a report for people: all that are not ignored. */
export const visibleFindings = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ suppressed }) => suppressed === undefined);
