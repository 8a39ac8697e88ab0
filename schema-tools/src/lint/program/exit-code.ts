import type { Finding } from '../finding.ts';

export const exitCodeHelp = `Exit codes:
  0  nothing was found, or only infos, allowed warnings and what the baseline knows
  1  an error was found, or more warnings than --max-warnings allows
  2  it could not be done, or not in whole: the command line or a config file is wrong, a file cannot be read,
     a schema cannot be used, a file took too long; this comes before 1`;

/** What a run ends with. `undone`: a file or a schema could not be used. */
export function exitCode(
  findings: readonly Finding[],
  { undone, maxWarnings }: { readonly undone: boolean; readonly maxWarnings?: number | undefined },
): 0 | 1 | 2 {
  if (undone) return 2;
  const counted = findings.filter(({ baseline, suppressed }) => baseline !== 'known' && suppressed === undefined);
  const of = (severity: Finding['severity']) => counted.filter((finding) => finding.severity === severity).length;
  return of('error') > 0 || (maxWarnings !== undefined && of('warning') > maxWarnings) ? 1 : 0;
}
