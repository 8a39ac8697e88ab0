import { dirname } from 'node:path';
import type { Finding } from '../finding.ts';
import { wantsColors } from '../reports/text/colors.ts';
import { displayPath } from '../files/display-path.ts';
import { findBaselinePath } from './baseline-path.ts';
import { exitCode } from './exit-code.ts';
import type { LintOptions } from './lint-options.ts';
import type { LintedFile } from './linted-file.ts';
import type { LintSession } from './lint-session.ts';
import { textReport } from '../reports/text/index.ts';
import type { Report, ReportFormat } from '../reports/report.ts';

/** Reports for programs, each loaded only if it is requested. */
async function loadReport(format: ReportFormat): Promise<Report> {
  switch (format) {
    case 'text':
      return textReport;
    case 'json':
      return (await import('../reports/json.ts')).jsonReport;
    case 'sarif':
      return (await import('../reports/sarif/index.ts')).sarifReport;
    case 'github':
      return (await import('../reports/github.ts')).githubReport;
    case 'junit':
      return (await import('../reports/junit.ts')).junitReport;
  }
}

export interface LintOutcome {
  readonly text: string;
  readonly code: 0 | 1 | 2;
  readonly findings: readonly Finding[];
}

/** A finding of a schema that many files have is reported once. */
function uniqueSchemaFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, file, line, column, message }) => {
    if (rule !== 'schema' && rule !== 'ignored-keyword') return true;
    const key = JSON.stringify([file, line, column, message]);
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

const missingSchemaNote = (count: number): string =>
  count === 0
    ? ''
    : `${count === 1 ? '1 file has' : `${count} files have`} no schema and ${count === 1 ? 'was' : 'were'} only read; ` +
      `--print-schema shows why.\n`;

/** The findings compared with the baseline, which is written first with `--write-baseline`. */
async function applyBaseline(path: string, isWritten: boolean, findings: readonly Finding[], names: readonly string[], cwd: string) {
  const { markFindings, readBaseline, writeBaseline } = await import('../baseline/index.ts');
  if (isWritten) await writeBaseline(path, findings, cwd);
  return markFindings(findings, { ...(await readBaseline(path)), folder: dirname(path) }, names, cwd);
}

const hasNoSchema = ({ result }: LintedFile): boolean =>
  !result.hasSchema && !result.isIncomplete && !result.findings.some(({ rule }) => rule === 'syntax');

const sourceTexts = (linted: readonly LintedFile[]): ReadonlyMap<string, string> =>
  new Map(linted.flatMap(({ name, result }) => (result.text === undefined ? [] : [[name, result.text] as const])));

/** The report of the files that were linted, and the exit code. Throws BaselineError. */
export async function lintOutcome(
  linted: readonly LintedFile[],
  options: LintOptions,
  session: LintSession,
  version: string,
): Promise<LintOutcome> {
  const { cwd } = session;
  const config = await session.config();
  const maxWarnings = options.maxWarnings ?? config?.maxWarnings;
  const names = linted.map(({ name }) => name);
  const all = uniqueSchemaFindings(linted.flatMap(({ result }) => result.findings));
  const baseline = findBaselinePath(options, config?.baseline, cwd);
  const compared = baseline === undefined ? undefined : await applyBaseline(baseline, options.writeBaseline === true, all, names, cwd);
  const findings = compared?.findings ?? all;
  const texts = sourceTexts(linted);
  const report = (await loadReport(options.format))(findings, {
    version,
    rules: await session.crossFileRules(),
    files: names,
    isComplete: linted.every(({ result }) => !result.isIncomplete),
    folder: cwd,
    source: (file) => texts.get(file),
    colors: options.color && wantsColors(process.stdout, process.env),
    ...(process.stdout.columns ? { width: process.stdout.columns } : {}),
    ...(compared && compared.gone.length > 0 ? { gone: compared.gone } : {}),
    ...(options.fix ? { fixed: linted.reduce((sum, { fixed }) => sum + fixed, 0) } : {}),
    ...(maxWarnings === undefined ? {} : { maxWarnings }),
  });
  const written = options.writeBaseline ? `The findings are now in ${displayPath(cwd, baseline!)}.\n` : '';
  return {
    findings,
    text: options.format === 'text' ? report + missingSchemaNote(linted.filter(hasNoSchema).length) + written : report,
    code: exitCode(findings, { undone: linted.some(({ result }) => result.isIncomplete), maxWarnings }),
  };
}
