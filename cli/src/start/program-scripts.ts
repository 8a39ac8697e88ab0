import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import type { ScriptSource } from 'slipway/protocol/script-loader';
import { type CompiledScripts, keepCompiledScripts, readCompiledScripts } from './compiled-program.ts';

/** Milliseconds after which a program that goes on keeps what it compiled: a service may be killed, and V8 forgets unused functions. */
const keepAfter = 2_000;

/** Where the compiled code of some scripts is kept. */
export interface ScriptCache {
  /** Nobody else writes there. */
  readonly folder: string;
  /** The name of the file; `entryName` makes one. */
  readonly entry: string;
  /** Whether code is kept of a process that fails. */
  readonly keepsOfFailures: boolean;
}

/**
 * The scripts of a folder. What V8 compiles of them is kept in the cache when the process ends, or two seconds later, and taken from there
 * at later starts. Without a cache they are compiled each time.
 */
export const programScripts = (scripts: string, cache: ScriptCache | undefined): ScriptSource => {
  const readScript = (name: string) => {
    const filename = join(scripts, name);
    return { filename, source: readFileSync(filename, 'utf8') };
  };
  if (cache === undefined) return { read: readScript };
  const { folder, entry, keepsOfFailures } = cache;
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
    if (code === 0 || keepsOfFailures) keep();
  });
  return {
    read: (name) => ({ ...readScript(name), compiled: known.get(name) }),
    onCompiled: (name, script) => {
      if (!known.has(name) || script.cachedDataRejected) fresh.set(name, script);
    },
  };
};
