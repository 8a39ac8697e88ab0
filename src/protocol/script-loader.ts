/** Runs scripts that are kept somewhere together, with what V8 compiled of them before. */
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

export interface StoredScript {
  /** CommonJS, or JSON where its name ends so. */
  readonly source: string;
  /** Undefined, or empty: V8 compiles it. */
  readonly compiled?: Buffer | undefined;
  /** The file name in stack traces; default: the name. */
  readonly filename?: string;
}
export interface ScriptSource {
  /** `name`: a path from the folder of the scripts, such as `chunks/a.cjs`. */
  read(name: string): StoredScript;
  /** What was compiled, by the name of its file. */
  onCompiled?(name: string, script: Script): void;
}
interface Module {
  exports: unknown;
}
type Evaluate = (module: Module, load: (name: string) => unknown) => void;
type Run = (exports: unknown, require: (id: string) => unknown, module: object, file: string, folder: string) => void;

const wrap = (source: string): string => `(function (exports, require, module, __filename, __dirname) {${source}\n})`;

export const compileScript = (name: string, { source, compiled, filename = name }: StoredScript): Script =>
  new Script(wrap(source), { filename, ...(compiled?.length ? { cachedData: compiled } : {}) });

/**
 * Runs a script and returns what it exports. Its `require` resolves scripts next to it (`./NAME`, `../NAME`), each run once, and otherwise
 * calls `requireOther`: modules of Node.js, and packages.
 */
export const runScript = (entry: string, requireOther: (id: string) => unknown, source: ScriptSource): unknown =>
  createScriptRunner(requireOther, source).run(entry);

export interface ScriptRunner {
  run(entry: string): unknown;
  /** Has a script compiled that will be run. */
  compile(name: string): void;
}

/** Creates a runner of scripts that run several times: each time with fresh modules, and compiled once. */
export const createScriptRunner = (requireOther: (id: string) => unknown, source: ScriptSource): ScriptRunner => {
  const compiled = new Map<string, Evaluate>();
  const compile = (name: string): Evaluate => {
    const stored = source.read(name);
    if (name.endsWith('.json')) return (module) => void (module.exports = JSON.parse(stored.source));
    const script = compileScript(name, stored);
    source.onCompiled?.(name, script);
    const { filename = name } = stored;
    return (module, load) => {
      const requireFrom = (id: string): unknown => (id.startsWith('.') ? load(join(dirname(name), id)) : requireOther(id));
      (script.runInThisContext() as Run)(module.exports, requireFrom, module, filename, dirname(filename));
    };
  };
  const find = (name: string): Evaluate => {
    const known = compiled.get(name) ?? compile(name);
    compiled.set(name, known);
    return known;
  };
  const run = (entry: string): unknown => {
    const modules = new Map<string, Module>();
    const load = (name: string): unknown => {
      const known = modules.get(name);
      if (known) return known.exports;
      const module: Module = { exports: {} };
      modules.set(name, module);
      find(name)(module, load);
      return module.exports;
    };
    return load(entry);
  };
  return { run, compile: find };
};
