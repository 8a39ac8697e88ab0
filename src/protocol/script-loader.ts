/** Runs scripts that are kept somewhere together, with what V8 compiled of them before. */
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

export interface StoredScript {
  /** CommonJS, or JSON where its name ends so. */
  readonly source: string;
  /** Undefined, or empty: V8 compiles it. */
  readonly compiled?: Buffer | undefined;
  /** In stack traces, if not the name. */
  readonly filename?: string;
}
export interface ScriptSource {
  /** `name`: a path from the folder of the scripts, such as `chunks/a.cjs`. */
  read(name: string): StoredScript;
  /** What was compiled, by the name of its file. */
  onCompiled?(name: string, script: Script): void;
}
type Run = (exports: unknown, require: (id: string) => unknown, module: object, file: string, folder: string) => void;

const wrap = (source: string): string => `(function (exports, require, module, __filename, __dirname) {${source}\n})`;

export const compileScript = (name: string, { source, compiled, filename = name }: StoredScript): Script =>
  new Script(wrap(source), { filename, ...(compiled?.length ? { cachedData: compiled } : {}) });

/**
 * Runs a script. Its `require` knows the scripts beside it (`./NAME`, `../NAME`), each run once, and what `requireOther` has: modules of
 * Node.js, and packages.
 */
export const runScript = (entry: string, requireOther: (id: string) => unknown, source: ScriptSource): void => {
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
      const requireFrom = (id: string): unknown => (id.startsWith('.') ? load(join(dirname(name), id)) : requireOther(id));
      const { filename = name } = stored;
      (script.runInThisContext() as Run)(module.exports, requireFrom, module, filename, dirname(filename));
    }
    return module.exports;
  };
  load(entry);
};
