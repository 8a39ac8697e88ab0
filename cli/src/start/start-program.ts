/** What cli/bin/launch.cjs calls, a bundle of its own: it has to be small, because Node.js compiles it at each start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { runScript, type ScriptSource } from 'slipway/protocol/script-loader';
import { keepCompiledScripts, programEntry, readCompiledScripts, type CompiledScripts } from './compiled-program.ts';
import { openProgramFolder } from './program-folder.ts';

/** Set by the build: the version, and a digest of what was built with this file. */
declare const slipwayBuild: string;

/** Milliseconds after which a program that goes on keeps what it compiled: a service may be killed, and V8 forgets unused functions. */
const keepAfter = 2_000;

const readScript = (name: string) => {
  const filename = join(__dirname, name);
  return { filename, source: readFileSync(filename, 'utf8') };
};

/** The scripts beside this one. What V8 compiles of them is kept in the user's cache, and taken from there at later starts. */
const cachedScripts = (program: string, words: readonly string[], environment: NodeJS.ProcessEnv): ScriptSource => {
  const folder = openProgramFolder(slipwayBuild, environment);
  if (folder === undefined) return { read: readScript };
  const entry = programEntry(program, words);
  let known: CompiledScripts = new Map();
  try {
    known = readCompiledScripts(folder, entry);
  } catch {
    // An entry that cannot be read is written again.
  }
  const fresh = new Map<string, Script>();
  const keep = () => {
    if (fresh.size === 0) return;
    try {
      keepCompiledScripts(folder, entry, fresh);
    } catch {
      // A full disk, for one: the next start compiles as this one did.
    }
    fresh.clear();
  };
  setTimeout(keep, keepAfter).unref();
  process.once('exit', (code) => {
    if (code === 0) keep();
  });
  return {
    read: (name) => ({ ...readScript(name), compiled: known.get(name) }),
    onCompiled: (name, script) => {
      if (!known.has(name) || script.cachedDataRejected) fresh.set(name, script);
    },
  };
};

/** Runs `slipway` or `mesh-config`. */
export const startProgram = (program: string): void =>
  void runScript(`${program}.cjs`, require, cachedScripts(program, process.argv.slice(2), process.env));
