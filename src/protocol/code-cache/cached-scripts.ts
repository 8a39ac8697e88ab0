import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { log } from '../log.ts';
import type { ScriptSource, StoredScript } from '../script-loader.ts';
import { isOwnFolder, resolveCacheFolder } from './cache-folder.ts';
import { type CompiledEntry, entryName, readEntry, writeEntry } from './compiled-entry.ts';
import { usedProcedures } from './used-procedures.ts';

/** What is wrong with the cache is no reason to end: the code is compiled, as without one. */
const reportCacheFault = (error: unknown): void => log('debug', 'compiled code is not kept', { error: (error as Error).message });

const withoutFault = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (error) {
    reportCacheFault(error);
    return undefined;
  }
};

const openCache = (environment: NodeJS.ProcessEnv): string | undefined =>
  withoutFault(() => {
    const folder = resolveCacheFolder(environment);
    return folder !== undefined && isOwnFolder(folder) ? folder : undefined;
  });

interface LoadedScript {
  readonly entry: string;
  readonly known: CompiledEntry | undefined;
  script?: Script;
}

/** An entry lacks the functions of procedures that no process was asked for that wrote it: a plugin answers other ones at each start. */
const writeIncomplete = (folder: string, loaded: Iterable<LoadedScript>): void => {
  for (const { entry, known, script } of loaded) {
    if (!script) continue;
    const before = known !== undefined && !script.cachedDataRejected ? known.contents : undefined;
    const procedures = [...new Set([...(before ?? []), ...usedProcedures()])].sort();
    if (before === undefined || procedures.length > before.length)
      writeEntry(folder, entry, { contents: procedures, code: script.createCachedData() });
  }
};

/**
 * Scripts in files of a folder. What V8 compiles of them is kept in a folder of the user's cache and taken from there at later starts:
 * compiling is a quarter of a start. A process stores it when it ends, with the functions that it used.
 */
export const cachedScripts = (folder: string, environment: NodeJS.ProcessEnv): ScriptSource => {
  const cache = openCache(environment);
  const readFile = (name: string): { readonly bytes: Buffer } & StoredScript => {
    const filename = join(folder, name);
    const bytes = readFileSync(filename);
    return { bytes, source: bytes.toString('latin1'), filename };
  };
  if (cache === undefined) return { read: readFile };
  const loaded = new Map<string, LoadedScript>();
  process.once('exit', () => withoutFault(() => writeIncomplete(cache, loaded.values())));
  return {
    read: (name) => {
      const { bytes, source, filename } = readFile(name);
      if (name.endsWith('.json')) return { source };
      const entry = entryName(bytes);
      const known = withoutFault(() => readEntry(cache, entry));
      loaded.set(name, { entry, known });
      return { source, filename: filename!, compiled: known?.code };
    },
    onCompiled: (name, script) => {
      loaded.get(name)!.script = script;
    },
  };
};
