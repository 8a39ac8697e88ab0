/** Scripts that lie inside of a single executable, with what V8 compiled of them when it was built. */
import { getRawAsset } from 'node:sea';
import { Script } from 'node:vm';

export interface EmbeddedScript {
  /** CommonJS, or JSON where its name ends so. ASCII. */
  readonly source: string;
  /** Undefined, or empty: of another platform, so that V8 compiles it. */
  readonly compiled?: Buffer;
}
export interface ScriptSource {
  read(name: string): EmbeddedScript;
  /** What was compiled, by the name of its file; a build keeps it. */
  onCompiled?(name: string, script: Script): void;
}

/** The name of the asset with what was compiled of a script. */
export const compiledName = (name: string): string => `${name}.compiled`;

const wrap = (source: string): string => `(function (exports, require, module) {${source}\n})`;

/** Not copied. */
const readAsset = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer);
const ownAssets: ScriptSource = {
  read: (name) => ({
    source: readAsset(name).toString('latin1'),
    ...(name.endsWith('.json') ? {} : { compiled: readAsset(compiledName(name)) }),
  }),
};

export const compileScript = (name: string, { source, compiled }: EmbeddedScript): Script =>
  new Script(wrap(source), { filename: name, ...(compiled?.length ? { cachedData: compiled } : {}) });

/**
 * Runs a script of this executable. Its `require` knows the scripts beside it (`./NAME`), each run once, and what
 * `requireBuiltin` has: modules of Node.js. `source`: where scripts are; of a build, which runs them to compile them.
 */
export const runEmbeddedScript = (entry: string, requireBuiltin: (id: string) => unknown, source: ScriptSource = ownAssets): void => {
  const modules = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known) return known.exports;
    const module: { exports: unknown } = { exports: {} };
    modules.set(name, module);
    const embedded = source.read(name);
    if (name.endsWith('.json')) module.exports = JSON.parse(embedded.source);
    else {
      const script = compileScript(name, embedded);
      source.onCompiled?.(name, script);
      const run = script.runInThisContext() as (exports: unknown, require: (id: string) => unknown, module: object) => void;
      run(module.exports, (id) => (id.startsWith('./') ? load(id.slice('./'.length)) : requireBuiltin(id)), module);
    }
    return module.exports;
  };
  load(entry);
};
