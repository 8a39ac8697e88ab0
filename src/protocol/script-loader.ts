/** Runs scripts that are kept somewhere together, with what V8 compiled of them before. */
import { Script } from 'node:vm';

export interface StoredScript {
  /** CommonJS, or JSON where its name ends so. ASCII. */
  readonly source: string;
  /** Undefined, or empty: V8 compiles it. */
  readonly compiled?: Buffer | undefined;
  /** In stack traces, if not the name. */
  readonly filename?: string;
}
export interface ScriptSource {
  read(name: string): StoredScript;
  /** What was compiled, by the name of its file. */
  onCompiled?(name: string, script: Script): void;
}

const wrap = (source: string): string => `(function (exports, require, module) {${source}\n})`;

export const compileScript = (name: string, { source, compiled, filename = name }: StoredScript): Script =>
  new Script(wrap(source), { filename, ...(compiled?.length ? { cachedData: compiled } : {}) });

/**
 * Runs a script. Its `require` knows the scripts beside it (`./NAME`), each run once, and what `requireBuiltin` has: modules of Node.js.
 */
export const runScript = (entry: string, requireBuiltin: (id: string) => unknown, source: ScriptSource): void => {
  const modules = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known) return known.exports;
    const module: { exports: unknown } = { exports: {} };
    modules.set(name, module);
    const stored = source.read(name);
    if (name.endsWith('.json')) module.exports = JSON.parse(stored.source);
    else {
      const script = compileScript(name, stored);
      source.onCompiled?.(name, script);
      const run = script.runInThisContext() as (exports: unknown, require: (id: string) => unknown, module: object) => void;
      run(module.exports, (id) => (id.startsWith('./') ? load(id.slice('./'.length)) : requireBuiltin(id)), module);
    }
    return module.exports;
  };
  load(entry);
};
