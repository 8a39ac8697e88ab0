import { readdirSync } from 'node:fs';
import type { Script } from 'node:vm';
import { entryName, readEntry, writeEntry } from 'slipway/protocol/code-cache/compiled-entry';

/** For how many commands compiled code is kept: more than exist, and few enough that made-up ones cannot fill the cache. */
const maxCommands = 60;

/** The compiled code of the scripts that a command loads, by their names; together, because reading a hundred files takes longer. */
export type CompiledScripts = ReadonlyMap<string, Buffer>;

/** The entry of a command of a program. */
export const programEntry = (program: string, words: readonly string[]): string => {
  const [word = ''] = words;
  return entryName(`${program} ${/^[a-z][a-z-]*$/.test(word) ? word : ''}`);
};

/** Empty: there is no entry, or it is damaged. */
export const readCompiledScripts = (folder: string, entry: string): CompiledScripts => {
  const { contents = [], code = Buffer.alloc(0) } = readEntry(folder, entry) ?? {};
  const scripts = new Map<string, Buffer>();
  let start = 0;
  for (const item of contents) {
    const [name, length] = item.split(':') as [string, string];
    scripts.set(name, code.subarray(start, start + Number(length)));
    start += Number(length);
  }
  return scripts;
};

/** Adds scripts to an entry, with the functions that they have used so far. Throws where the folder cannot be written to. */
export const keepCompiledScripts = (folder: string, entry: string, loaded: ReadonlyMap<string, Script>): void => {
  const before = readCompiledScripts(folder, entry);
  if (before.size === 0 && readdirSync(folder).length >= maxCommands) return;
  const scripts = new Map(before);
  for (const [name, script] of loaded) scripts.set(name, script.createCachedData());
  const contents = [...scripts].map(([name, { length }]) => `${name}:${length}`);
  writeEntry(folder, entry, { contents, code: Buffer.concat([...scripts.values()]) });
};
