import type { LintPool } from '../run/lint-pool.ts';
import type { LintedFile, LintTarget } from './linted-file.ts';
import type { LintOptions, LintHost } from './lint-options.ts';
import { toPrintable } from '../reports/text/printable.ts';
import type { KnownResults } from '../cache/known-results.ts';
import { progress } from './progress.ts';
import { lintOutcome } from './lint-outcome.ts';
import { type LintSession, openSession } from './lint-session.ts';
import { reportInternalError } from './report-internal-error.ts';
import { reportUserError } from './usage-error.ts';
import { handleStdoutErrors, writeStdout } from './stdout.ts';

/** With at most this many files, linting takes less time than starting a worker. */
const maxInlineFiles = 3;

async function printRules(host: LintHost): Promise<number> {
  const { implicitRules, rules } = await import('../rules/index.ts');
  const crossFileRules = (await host.crossFile?.())?.rules ?? [];
  await writeStdout(
    [...rules, ...implicitRules, ...crossFileRules].map(({ id, severity, doc }) => `${id} (${severity}): ${doc}\n`).join(''),
  );
  return 0;
}

/** Writes which schema each file has; returns the exit code. */
async function printSchemas(linted: readonly LintedFile[], { format }: LintOptions, cwd: string, program: string): Promise<number> {
  const { formatChoices } = await import('./format-choices.ts');
  const files = linted.map(({ name, result }) => ({ name, choices: result.choices }));
  await writeStdout(formatChoices(files, format, cwd));
  const failures = linted.flatMap(({ result }) => (result.isIncomplete ? result.findings : []));
  for (const { file, line, column, message } of failures)
    process.stderr.write(`${program}: ${toPrintable(`${file}:${line}:${column}: ${message}`)}\n`);
  return failures.length > 0 ? 2 : 0;
}

/** The files with the findings of rules that look at several. A bug there is reported, and takes no finding of a single file away. */
async function lintAcrossFiles(
  session: LintSession,
  linted: readonly LintedFile[],
  stdin: Uint8Array | undefined,
  program: string,
): Promise<{ readonly linted: readonly LintedFile[]; readonly isComplete: boolean }> {
  try {
    return { linted: await session.lintAcrossFiles(linted, stdin), isComplete: true };
  } catch (error) {
    reportInternalError(error, program);
    return { linted, isComplete: false };
  }
}

/** The cache of a run over many files; undefined where it is not used. */
async function openCache({ cwd }: LintSession, options: LintOptions, host: LintHost): Promise<KnownResults | undefined> {
  return (await import('../cache/run-cache.ts')).openRunCache(options, host, cwd);
}

/** Lints the files once and writes the report; returns the exit code. */
async function lintOnce(session: LintSession, options: LintOptions, host: LintHost): Promise<number> {
  const files = await session.files();
  const bar = progress(files.length);
  const stdin = options.stdin ? await (await import('node:stream/consumers')).buffer(process.stdin) : undefined;
  const isInline = files.length <= maxInlineFiles;
  const cache = isInline ? undefined : await openCache(session, options, host);
  const lintOne = async (target: LintTarget): Promise<LintedFile> => {
    const linted = await session.lint(target, stdin, cache);
    bar.step();
    return linted;
  };
  /** One after the other: thousands of look-ups at a time would cost more memory than they wait. */
  const lintAll = async (): Promise<readonly LintedFile[]> => {
    const running: (LintedFile | Promise<LintedFile>)[] = [];
    for (const target of files) running.push((cache && (await session.findKnown(target, cache))) ?? lintOne(target));
    return Promise.all(running);
  };
  try {
    const first = isInline ? await session.lintInline(files, stdin) : await lintAll();
    cache?.save();
    if (options.printSchema) {
      bar.end();
      return await printSchemas(first, options, session.cwd, host.program);
    }
    const { linted, isComplete } = await lintAcrossFiles(session, first, stdin, host.program);
    bar.end();
    const outcome = await lintOutcome(linted, options, session, host.version);
    const code = isComplete ? outcome.code : 2;
    process.exitCode = code;
    await writeStdout(outcome.text);
    return code;
  } finally {
    bar.end();
  }
}

/** Lints, writes the report to stdout, and returns the exit code. */
export async function lintFiles(args: readonly string[], options: LintOptions, host: LintHost, workers: LintPool): Promise<number> {
  handleStdoutErrors(host.program);
  if (options.printRules) return printRules(host);
  const session = openSession(args, options, host, workers);
  try {
    if (!options.watch) return await lintOnce(session, options, host);
    const { watchFiles } = await import('../watch/watch-files.ts');
    return await watchFiles(options, session, host);
  } catch (error) {
    reportUserError(error, host.program);
    return 2;
  }
}
