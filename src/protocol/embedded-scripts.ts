/** Scripts that lie inside of a single executable, with what V8 compiled of them when it was built. */
import { getRawAsset } from 'node:sea';
import { runScript, type ScriptSource } from './script-loader.ts';

/** The name of the asset with what was compiled of a script; empty in an executable of another platform. */
export const compiledName = (name: string): string => `${name}.compiled`;

/** Reads an asset of the executable without copying it. */
const readAsset = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer);
const ownAssets: ScriptSource = {
  read: (name) => ({
    source: readAsset(name).toString('latin1'),
    ...(name.endsWith('.json') ? {} : { compiled: readAsset(compiledName(name)) }),
  }),
};

/** Runs a script of this executable and returns what it exports. `requireBuiltin`: of Node.js. */
export const runEmbeddedScript = (entry: string, requireBuiltin: (id: string) => unknown): unknown =>
  runScript(entry, requireBuiltin, ownAssets);
