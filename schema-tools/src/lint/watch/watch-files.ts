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
import { type FolderWatcher, folderWatcher } from './folder-watcher.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The reported content of a file: a file with the same report is not reported again. */
const visibleState = ({ result }: LintedFile): string => JSON.stringify([result.findings, result.hasSchema]);

interface WatchState {
  readonly options: LintOptions;
  readonly session: LintSession;
  readonly version: string;
  readonly watcher: FolderWatcher;
  /** Files by path, each as it was linted by itself. */
  current: Map<string, LintedFile>;
  /** The last report by file, with findings across files. */
  reported: Map<string, LintedFile>;
  /** A config file is often broken for a moment while it is written: the next change lints everything again. */
  isBroken: boolean;
}

const byFile = (linted: readonly LintedFile[]): Map<string, LintedFile> => new Map(linted.map((one) => [one.file, one]));

/** Watches everything that the findings depend on now. */
async function watchDependencies({ session, current, watcher }: WatchState): Promise<void> {
  const files = [...current.values()].flatMap(({ file, result }) => [file, ...result.files]);
  const configFiles = await Promise.all([...current.keys()].map((file) => session.configFileOf(file)));
  // A new file in a folder that was searched may be one to lint.
  const searched = [...session.folders()].map((folder) => join(folder, configFileNames[0]!));
  try {
    watcher.watch([...files, ...searched, ...configFiles.filter((file) => file !== undefined), join(session.cwd, configFileNames[0]!)]);
  } catch (error) {
    if (!['ENOSPC', 'EMFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new UsageError(`this machine cannot watch so many folders (${(error as Error).message}); name fewer of them`);
  }
}

async function storeResults(state: WatchState, linted: readonly LintedFile[]): Promise<void> {
  state.current = byFile(linted);
  state.reported = byFile(await state.session.lintAcrossFiles(linted));
}

async function report({ options, session, version }: WatchState, linted: readonly LintedFile[]): Promise<void> {
  if (linted.length > 0) await writeStdout((await lintOutcome(linted, options, session, version)).text);
}

/** Whether a change may alter any result: of a file, a schema, a config, or of what is in a folder. */
const isRelevant = ({ current }: WatchState, changed: ReadonlySet<string>): boolean =>
  [...changed].some((file) => current.has(file) || formatOf(file) !== undefined || isFolder(file));

/** Whether a change concerns all files: a config, or a file that schemas are made of. */
const isShared = ({ current }: WatchState, changed: ReadonlySet<string>): boolean => {
  const schemas = new Set([...current.values()].flatMap(({ result }) => result.files));
  return [...changed].some((file) => configFileNames.includes(basename(file)) || schemas.has(file));
};

/** Lints what changed, and reports the files whose findings are not the same as before. */
async function lintChanged(state: WatchState, changed: ReadonlySet<string>): Promise<void> {
  const { session } = state;
  const isSharedChange = isShared(state, changed);
  // Changes of other files do not matter even while a config is invalid: this program's output may be redirected to one.
  if (!isSharedChange && !isRelevant(state, changed)) return;
  const isAll = state.isBroken || isSharedChange;
  if (isAll) session.reset();
  const targets = await session.files();
  state.isBroken = false;
  const lint = async (target: (typeof targets)[number]): Promise<LintedFile> => {
    const before = state.current.get(target.file);
    const isUnchanged = !isAll && before !== undefined && !changed.has(target.file) && !changed.has(dirname(target.file));
    return isUnchanged ? before : await session.lint(target);
  };
  const linted = await Promise.all(targets.map(lint));
  const before = state.reported;
  await storeResults(state, linted);
  await watchDependencies(state);
  const isNew = (one: LintedFile): boolean => {
    const last = before.get(one.file);
    return last !== one && (last === undefined || visibleState(last) !== visibleState(one));
  };
  await report(state, [...state.reported.values()].filter(isNew));
}

/** Lints all files and reports them. */
async function lintFirst(state: WatchState): Promise<void> {
  const { session } = state;
  await storeResults(state, await Promise.all((await session.files()).map((target) => session.lint(target))));
  await watchDependencies(state);
  await report(state, [...state.reported.values()]);
  const count = state.current.size;
  if (process.stderr.isTTY) process.stderr.write(`Watching ${count === 1 ? '1 file' : `${count} files`}; press Ctrl-C to stop.\n`);
}

/**
 * Lints, and lints again what changes: a file, the files its schema is made of, its config. After the first report only files whose
 * findings have changed are reported. Ends with SIGINT or SIGTERM; returns the exit code of the findings at that time.
 */
export async function watchFiles(options: LintOptions, session: LintSession, { program, version }: LintHost): Promise<number> {
  let work: Promise<void> = Promise.resolve();
  let fail: ((error: unknown) => void) | undefined;
  const recover = (error: unknown): void => {
    reportUserError(error, program);
    state.isBroken = true;
  };
  const watcher = folderWatcher((changed) => {
    work = work
      .then(() => lintChanged(state, changed))
      .catch(recover)
      .catch((error: unknown) => fail?.(error));
  });
  const state: WatchState = { options, session, version, watcher, current: new Map(), reported: new Map(), isBroken: false };
  await lintFirst(state);
  try {
    await new Promise<void>((resolve, reject) => {
      fail = reject;
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
    await work;
    return (await lintOutcome([...state.reported.values()], options, session, version)).code;
  } finally {
    watcher.close();
  }
}
