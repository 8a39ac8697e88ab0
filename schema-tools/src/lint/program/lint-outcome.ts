import { dirname, resolve } from 'node:path';
import type { Finding } from '../finding.ts';
import { wantsColors } from '../reports/text/colors.ts';
import type { ReportContext } from '../reports/report.ts';
import { displayPath } from '../files/display-path.ts';
import { exitCode } from './exit-code.ts';
import type { LintOptions } from './lint-options.ts';
import { loadReport } from './load-report.ts';
import type { LintedFile } from './linted-file.ts';
import type { LintSession } from './lint-session.ts';

export interface LintOutcome {
  readonly text: string;
  readonly code: 0 | 1 | 2;
  readonly findings: readonly Finding[];
}

/** A schema that many files have is told once. */
function uniqueSchemaFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, file, line, column, message }) => {
    if (rule !== 'schema') return true;
    const key = JSON.stringify([file, line, column, message]);
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

const missingSchemaNote = (count: number): string =>
  count === 0
    ? ''
    : `${count === 1 ? '1 file has' : `${count} files have`} no schema and ${count === 1 ? 'was' : 'were'} only read; --print-schema says why.\n`;

/** The report of what was linted, and the exit code. Throws BaselineError. */
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
  let findings = uniqueSchemaFindings(linted.flatMap(({ result: done }) => done.findings));
  let gone: ReportContext['gone'];

  const baseline =
    options.baseline === undefined
      ? (config?.baseline ?? (options.writeBaseline ? resolve(cwd, 'slipway-lint-baseline.json') : undefined))
      : resolve(cwd, options.baseline);
  if (baseline !== undefined) {
    const { mark, readBaseline, writeBaseline } = await import('../baseline/index.ts');
    if (options.writeBaseline) await writeBaseline(baseline, findings, cwd);
    const marked = mark(findings, { ...(await readBaseline(baseline)), folder: dirname(baseline) }, names, cwd);
    ({ findings } = marked);
    ({ gone } = marked);
  }
  const texts = new Map(linted.flatMap(({ name, result: done }) => (done.text === undefined ? [] : [[name, done.text] as const])));
  const report = (await loadReport(options.format))(findings, {
    version,
    rules: await session.crossFileRules(),
    files: names,
    folder: cwd,
    source: (file) => texts.get(file),
    colors: options.color && wantsColors(process.stdout, process.env),
    ...(process.stdout.columns ? { width: process.stdout.columns } : {}),
    ...(gone && gone.length > 0 ? { gone } : {}),
    ...(options.fix ? { fixed: linted.reduce((sum, { fixed }) => sum + fixed, 0) } : {}),
    ...(maxWarnings === undefined ? {} : { maxWarnings }),
  });
  const unknown = linted.filter(
    ({ result: done }) => !done.hasSchema && !done.isIncomplete && !done.findings.some(({ rule }) => rule === 'syntax'),
  ).length;
  const written = options.writeBaseline && options.format === 'text' ? `What was found is now in ${displayPath(cwd, baseline!)}.\n` : '';
  return {
    findings,
    text: options.format === 'text' ? report + missingSchemaNote(unknown) + written : report,
    code: exitCode(findings, { undone: linted.some(({ result: done }) => done.isIncomplete), maxWarnings }),
  };
}
