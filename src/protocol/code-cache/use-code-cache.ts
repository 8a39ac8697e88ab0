import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { log } from '../log.ts';
import { isOwnFolder, resolveCacheFolder } from './cache-folder.ts';
import { entryName, readEntry, writeEntry } from './compiled-entry.ts';

type Wrapper = (exports: unknown, require: NodeJS.Require, module: NodeJS.Module, filename: string, folder: string) => void;
interface NewEntry {
  readonly name: string;
  readonly script: Script;
}

/** What is wrong with the cache is no reason to end: the code is compiled, as without one. */
const reportCacheFault = (error: unknown): void => log('debug', 'compiled code is not kept', { error: (error as Error).message });

const readCompiled = (folder: string, name: string): Buffer | undefined => {
  try {
    return readEntry(folder, name);
  } catch (error) {
    reportCacheFault(error);
    return undefined;
  }
};

const compile = (folder: string, filename: string, missing: NewEntry[]): Script => {
  const source = Module.wrap(readFileSync(filename, 'utf8'));
  const name = entryName(source);
  const cachedData = readCompiled(folder, name);
  const script = new Script(source, { filename, ...(cachedData ? { cachedData } : {}) });
  if (cachedData === undefined || script.cachedDataRejected) missing.push({ name, script });
  return script;
};

const createRequire = (module: NodeJS.Module): NodeJS.Require =>
  Object.assign((id: string): unknown => module.require(id), { cache: require.cache }) as NodeJS.Require;

/**
 * Keeps what V8 compiles of the files beside the plugin (`.cjs`) in a folder of the user's cache, and takes it from there at later starts:
 * compiling is a quarter of a start. The process that compiled a file stores it when it ends, with the functions that it used.
 */
export const useCodeCache = (environment: NodeJS.ProcessEnv): void => {
  // A single executable loads no files: its code was compiled when it was built.
  if (!('extensions' in require)) return;
  const folder = resolveCacheFolder(environment);
  try {
    if (folder === undefined || !isOwnFolder(folder)) return;
  } catch (error) {
    return reportCacheFault(error);
  }
  const missing: NewEntry[] = [];
  // Files of the plugin alone are loaded by `require` here, and have this extension.
  require.extensions['.cjs'] = (module, filename) => {
    const run = compile(folder, filename, missing).runInThisContext() as Wrapper;
    run.call(module.exports, module.exports, createRequire(module), module, filename, dirname(filename));
  };
  process.once('exit', () => {
    try {
      for (const { name, script } of missing) writeEntry(folder, name, script.createCachedData());
    } catch (error) {
      reportCacheFault(error);
    }
  });
};
