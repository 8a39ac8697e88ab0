import type { Finding } from '../finding.ts';

export const exitCodeHelp = `Exit codes:
  0  no findings, or only infos, allowed warnings and findings of the baseline
  1  an error was found, or more warnings than --max-warnings allows
  2  the command line or a config file is wrong, or a file was not linted: it
     cannot be read, its schema cannot be used, or it took too long; 2 comes
     before 1`;

/** The exit code of a run. `undone`: a file or a schema could not be used. */
export function exitCode(
  findings: readonly Finding[],
  { undone, maxWarnings }: { readonly undone: boolean; readonly maxWarnings?: number | undefined },
): 0 | 1 | 2 {
  if (undone) return 2;
  const counted = findings.filter(({ baseline, suppressed }) => baseline !== 'known' && suppressed === undefined);
  const of = (severity: Finding['severity']) => counted.filter((finding) => finding.severity === severity).length;
  return of('error') > 0 || (maxWarnings !== undefined && of('warning') > maxWarnings) ? 1 : 0;
}
