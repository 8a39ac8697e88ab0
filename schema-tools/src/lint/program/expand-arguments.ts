import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { displayPath } from '../files/display-path.ts';
import { isLintedName } from '../template/template-name.ts';
import type { LintTarget } from './linted-file.ts';
import { UsageError } from './usage-error.ts';

/** Folders that are skipped unless they are named. */
export const skippedFolders: readonly string[] = ['node_modules', '.git', '.hg', '.svn', '.terraform', 'cdktf.out'];

const fileKind = (path: string): 'folder' | 'file' | undefined => {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // An unreadable file is reported when it is read.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'file';
  }
};

/** A file below a folder, or a folder that cannot be read: reading it reports the reason. */
interface WalkedPath {
  readonly path: string;
  readonly isReadable: boolean;
}

/**
 * Every file below a folder, in the order of the names; links to folders are not followed. It blocks this thread, which has nothing else to
 * do yet: turns of the event loop for each folder and file take longer than reading the folders.
 */
function* walkFolder(folder: string, walked: Set<string>): Generator<WalkedPath> {
  walked.add(folder);
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    yield { path: folder, isReadable: false };
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.includes(entry.name)) yield* walkFolder(path, walked);
    } else if (entry.isFile() || (entry.isSymbolicLink() && fileKind(path) === 'file')) yield { path, isReadable: true };
  }
}

type Picomatch = typeof import('picomatch');

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

/** Collects files, each once. */
interface Collection {
  readonly cwd: string;
  readonly folders: Set<string>;
  readonly picomatch: Picomatch | undefined;
  readonly targets: Map<string, LintTarget>;
}

const addFile = ({ cwd, targets }: Collection, file: string): void => {
  if (!targets.has(file)) targets.set(file, { file, name: displayPath(cwd, file) });
};

/** Adds the files that a glob matches, or a file that does not exist: reading it reports that. */
function addGlob(collection: Collection, arg: string): void {
  const { cwd, folders, picomatch } = collection;
  const path = resolve(cwd, arg);
  const { base, isGlob } = picomatch?.scan(arg) ?? { base: '', isGlob: false };
  if (!picomatch || !isGlob) {
    addFile(collection, path);
    return;
  }
  const start = resolve(cwd, base);
  if (fileKind(start) !== 'folder') throw new UsageError(`no file matches ${arg}: there is no folder ${base}`);
  const matches = picomatch(withSlashes(path), { dot: true });
  let isMatched = false;
  for (const { path: file, isReadable } of walkFolder(start, folders)) {
    if (isReadable && !matches(withSlashes(file))) continue;
    isMatched = true;
    if (!isReadable || isLintedName(file)) addFile(collection, file);
  }
  if (!isMatched) throw new UsageError(`no file matches ${arg}`);
}

function addArgument(collection: Collection, arg: string): void {
  const path = resolve(collection.cwd, arg);
  const kind = fileKind(path);
  if (kind === 'file') addFile(collection, path);
  else if (kind === 'folder') {
    for (const { path: file, isReadable } of walkFolder(path, collection.folders))
      if (!isReadable || isLintedName(file)) addFile(collection, file);
  } else addGlob(collection, arg);
}

/** Whether an argument with `!` in front leaves a file out. */
const exclusion = (arg: string, { cwd, picomatch }: Collection): ((file: string) => boolean) => {
  const path = resolve(cwd, arg.slice(1));
  const matches = picomatch!(withSlashes(path), { dot: true });
  return (file) => matches(withSlashes(file)) || file.startsWith(`${path}/`);
};

/**
 * The files that arguments select, each once, in their order: a file; a folder, for every file below whose format is known; a glob; with a
 * leading `!`, exclusions. Without arguments: the current folder. A missing file is part of the result. Throws a UsageError for a glob that
 * matches nothing. Adds every searched folder to `folders`.
 */
export async function expandArguments(args: readonly string[], cwd: string, folders = new Set<string>()): Promise<readonly LintTarget[]> {
  // A shell variable that is empty does not mean the current folder.
  if (args.includes('')) throw new UsageError('the name of a file is empty; without any, every file below the current folder is linted');
  const hasPattern = args.some((arg) => /[*?[\](){}!+@]/.test(arg));
  const picomatch = hasPattern ? (await import('picomatch')).default : undefined;
  const collection: Collection = { cwd, folders, picomatch, targets: new Map() };
  const excluded = args.filter((arg) => arg.startsWith('!')).map((arg) => exclusion(arg, collection));
  const included = args.filter((arg) => !arg.startsWith('!'));
  for (const arg of included.length > 0 ? included : ['.']) addArgument(collection, arg);
  return [...collection.targets.values()].filter(({ file }) => !excluded.some((isExcluded) => isExcluded(file)));
}
