import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatOf } from '../../documents/index.ts';
import { configFileNames } from '../config/config-finder.ts';
import type { LintOptions, LintHost } from '../program/lint-options.ts';
import { lintOutcome } from '../program/lint-outcome.ts';
import type { LintedFile } from '../program/linted-file.ts';
import type { LintSession } from '../program/lint-session.ts';
import { reportUserError, UsageError } from '../program/usage-error.ts';
import { writeStdout } from '../program/stdout.ts';
import { folderWatcher } from './folder-watcher.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** What a person sees of a file: two that look the same are not told twice. */
const visibleState = ({ result: done }: LintedFile): string => JSON.stringify([done.findings, done.hasSchema]);

/**
 * Lints, and lints again what changes: a file, what its schema is made of, its config. After the first report only files whose
 * findings are others than before are told. Ends with SIGINT, and answers the exit code of what is true then.
 */
export async function watchFiles(options: LintOptions, session: LintSession, { program, version }: LintHost): Promise<number> {
  let current = new Map<string, LintedFile>();
  let shown = new Map<string, LintedFile>();
  let work: Promise<void> = Promise.resolve();
  let failed: ((error: unknown) => void) | undefined;
  const listening = folderWatcher((changed) => {
    work = work
      .then(() => again(changed))
      .catch(recover)
      .catch((error: unknown) => failed?.(error));
  });

  // A config file is wrong for a moment while it is written: that is told, and mended with the next change.
  let broken = false;
  function recover(error: unknown): void {
    reportUserError(error, program);
    broken = true;
  }
  async function listen(): Promise<void> {
    const files = [...current.values()].flatMap(({ file, result: done }) => [file, ...done.files]);
    const configFiles = await Promise.all([...current.keys()].map((file) => session.configFileOf(file)));
    // What comes into a folder that was looked through may be to be linted, whatever is in it now.
    const looked = [...session.folders()].map((folder) => join(folder, configFileNames[0]!));
    try {
      listening.watch([...files, ...looked, ...configFiles.filter((file) => file !== undefined), join(session.cwd, configFileNames[0]!)]);
    } catch (error) {
      if (!['ENOSPC', 'EMFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new UsageError(`this machine does not watch so many folders (${(error as Error).message}); name fewer of them`);
    }
  }
  async function keep(linted: readonly LintedFile[]): Promise<void> {
    current = new Map(linted.map((one) => [one.file, one]));
    shown = new Map((await session.lintAcrossFiles(linted)).map((one) => [one.file, one]));
  }
  async function tell(linted: readonly LintedFile[]): Promise<void> {
    if (linted.length > 0) await writeStdout((await lintOutcome(linted, options, session, version)).text);
  }
  async function again(changed: ReadonlySet<string>): Promise<void> {
    const known = [...current.values()];
    const isShared = (file: string) =>
      configFileNames.includes(basename(file)) || known.some(({ result: done }) => done.files.includes(file));
    const shared = [...changed].some(isShared);
    // Not even a config that is wrong makes other files matter: what this program says of it may be written to one.
    if (!shared && ![...changed].some((file) => current.has(file) || formatOf(file) !== undefined || isFolder(file))) return;
    const all = broken || shared;
    if (all) session.reset();
    const wanted = await session.files();
    broken = false;
    const linted = await Promise.all(
      wanted.map(async (named) => {
        const before = current.get(named.file);
        return all || before === undefined || changed.has(named.file) || changed.has(dirname(named.file))
          ? await session.lint(named)
          : before;
      }),
    );
    const before = shown;
    await keep(linted);
    await listen();
    await tell(
      [...shown.values()].filter((one) => {
        const was = before.get(one.file);
        return was !== one && (was === undefined || visibleState(was) !== visibleState(one));
      }),
    );
  }

  await keep(await Promise.all((await session.files()).map((named) => session.lint(named))));
  await listen();
  await tell([...shown.values()]);
  if (process.stderr.isTTY) process.stderr.write(`Watching ${current.size === 1 ? '1 file' : `${current.size} files`}; Ctrl-C ends it.\n`);
  try {
    await new Promise<void>((ended, fail) => {
      failed = fail;
      process.once('SIGINT', () => ended());
      process.once('SIGTERM', () => ended());
    });
    await work;
    return (await lintOutcome([...shown.values()], options, session, version)).code;
  } finally {
    listening.close();
  }
}
