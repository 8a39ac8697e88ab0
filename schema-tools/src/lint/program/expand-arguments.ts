import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatOf } from '../../documents/format.ts';
import { displayPath } from '../files/display-path.ts';
import type { LintTarget } from './linted-file.ts';
import { UsageError } from './usage-error.ts';

/** What a walk through a folder does not enter; each can be named. */
export const skippedFolders: readonly string[] = ['node_modules', '.git', '.hg', '.svn', '.terraform', 'cdktf.out'];

const fileKind = async (path: string): Promise<'folder' | 'file' | undefined> => {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // What is there and cannot be read is told when it is read.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'file';
  }
};

/** Every file below a folder, in the order of the names; links to folders are not followed. */
async function* walkFolder(folder: string, walked: Set<string>): AsyncGenerator<string> {
  walked.add(folder);
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new UsageError(`the folder ${folder} cannot be read: ${(error as Error).message}`);
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.includes(entry.name)) yield* walkFolder(path, walked);
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await fileKind(path)) === 'file')) yield path;
  }
}

/**
 * The files that arguments mean, each once, in their order: a file; a folder, for every file below whose format is known;
 * a glob; with `!` in front, what is left out. None: the current folder. A file that is not there is answered as well.
 * Throws a UsageFault for a glob that nothing fits. `walked` is told every folder that was looked through.
 */
export async function expandArguments(args: readonly string[], cwd: string, walked = new Set<string>()): Promise<readonly LintTarget[]> {
  const found = new Map<string, LintTarget>();
  const add = (file: string) => {
    if (!found.has(file)) found.set(file, { file, name: displayPath(cwd, file) });
  };
  // A variable of a shell that holds nothing is not the current folder.
  if (args.includes('')) throw new UsageError('the name of a file is empty; without any, every file below the current folder is linted');
  const wanted = args.filter((arg) => !arg.startsWith('!'));
  const { default: picomatch } = args.some((arg) => /[*?[\](){}!+@]/.test(arg)) ? await import('picomatch') : { default: undefined };
  const unwanted = args
    .filter((arg) => arg.startsWith('!'))
    .map((arg) => {
      const path = resolve(cwd, arg.slice(1));
      const fits = picomatch!(path.replaceAll('\\', '/'), { dot: true });
      return (file: string) => fits(file.replaceAll('\\', '/')) || file.startsWith(`${path}/`);
    });
  for (const arg of wanted.length > 0 ? wanted : ['.']) {
    const path = resolve(cwd, arg);
    const kind = await fileKind(path);
    if (kind === 'file') {
      add(path);
      continue;
    }
    if (kind === 'folder') {
      for await (const file of walkFolder(path, walked)) if (formatOf(file) !== undefined) add(file);
      continue;
    }
    const { base, isGlob } = picomatch?.scan(arg) ?? { base: '', isGlob: false };
    if (!picomatch || !isGlob) {
      add(path);
      continue;
    }
    const start = resolve(cwd, base);
    if ((await fileKind(start)) !== 'folder') throw new UsageError(`no file fits ${arg}: there is no folder ${base}`);
    const fits = picomatch(path.replaceAll('\\', '/'), { dot: true });
    let any = false;
    for await (const file of walkFolder(start, walked))
      if (fits(file.replaceAll('\\', '/'))) {
        any = true;
        if (formatOf(file) !== undefined) add(file);
      }
    if (!any) throw new UsageError(`no file fits ${arg}`);
  }
  return [...found.values()].filter(({ file }) => !unwanted.some((isUnwanted) => isUnwanted(file)));
}
