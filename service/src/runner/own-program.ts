import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of ours that a piece of work starts. */
export interface OwnProgram {
  readonly command: readonly string[];
  /** Files and folders that it is made of. */
  readonly files: readonly string[];
}

/** `script`: of `workerScript`. A single executable starts itself, with `variable` set. */
export const findOwnProgram = (script: URL, variable: string): OwnProgram => {
  if (script.protocol !== 'file:') return { command: ['env', `${variable}=1`, process.execPath], files: [process.execPath] };
  const file = fileURLToPath(script);
  if (!file.endsWith('.ts')) return { command: [process.execPath, file], files: [process.execPath, dirname(file)] };
  // A TypeScript source runs by the loader that runs this process, and may import anything of the repository.
  const loaders = process.execArgv.filter(
    (word, at, all) => /^--(import|require)\b/.test(word) || /^--(import|require)$/.test(all[at - 1] ?? ''),
  );
  const root = file.slice(0, file.lastIndexOf(join('/', 'src', '/')));
  return { command: [process.execPath, ...loaders, file], files: [process.execPath, root] };
};
