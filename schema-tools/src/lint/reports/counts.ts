import type { Finding } from '../finding.ts';

/** How many there are of each; what is known or ignored is counted apart and not with its severity. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly known: number;
  readonly ignored: number;
}

/** What exit codes and `--max-warnings` go by: `errors` and `warnings`. */
export const countFindings = (findings: readonly Finding[]): FindingCounts => {
  const count = { errors: 0, warnings: 0, infos: 0, known: 0, ignored: 0 };
  for (const { severity, suppressed, baseline } of findings) {
    if (suppressed) count.ignored += 1;
    else if (baseline === 'known') count.known += 1;
    else count[severity === 'error' ? 'errors' : severity === 'warning' ? 'warnings' : 'infos'] += 1;
  }
  return count;
};

/** What is told in a report for people: all but what is ignored. */
export const visibleFindings = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ suppressed }) => suppressed === undefined);
