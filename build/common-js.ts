/** Turns the modules of a bundle into CommonJS: V8 takes compiled code for scripts, and for modules from Node.js 22 on only. */
import { transform, type OutputFile, type TransformOptions } from 'esbuild';

/** Split, because a bundler of this file would replace the expression. */
const moduleUrl = ['import', 'meta', 'url'].join('.');

export interface ProgramFile {
  readonly path: string;
  readonly text: string;
}

/**
 * What esbuild exports by getters, as plain properties once the module has run: a call into another chunk then costs what a call costs. A
 * create of a workspace takes 0.95 of the processor time (docs/bench).
 */
const plainExports = 'module.exports = Object.defineProperty({ ...module.exports }, "__esModule", { value: true });';

/** The names that a module ends with: `export { a, b as c };`. */
const exportedNames = /\bexport ?\{([^{}]*)\};?\s*$/;

/** Whether something is assigned to a name that the module exports, beside its declaration: then importers have to see it. */
const mayChangeExports = (text: string): boolean => {
  const names = (exportedNames.exec(text)?.[1] ?? '').split(',').map((one) => one.trim().split(' ')[0]!.replaceAll('$', '\\$'));
  const name = `(?:${names.join('|')})`;
  const assigned = String.raw`(?<![\w$.]|\b(?:var|let|const) )${name} ?(?:[-+*/%&|^<>?]*=(?![=>])|\+\+|--)|(?:\+\+|--)${name}(?![\w$])`;
  return new RegExp(assigned).test(text);
};

/** Each reference to another module stays one, to a property of its exports, so that a module may change what it exports. */
const convert = async (module: OutputFile, map: OutputFile | undefined, options: TransformOptions): Promise<readonly ProgramFile[]> => {
  const inline = map ? `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map.contents).toString('base64')}\n` : '';
  const { code, map: converted } = await transform(`${module.text}${inline}`, {
    ...options,
    format: 'cjs',
    platform: 'node',
    define: { [moduleUrl]: 'slipwayModuleUrl' },
    // Node.js would start its loader of modules for a dynamic import.
    supported: { 'dynamic-import': false },
    ...(map ? { sourcemap: 'external', sourcesContent: false, sourcefile: module.path } : {}),
    ...(mayChangeExports(module.text) ? {} : { footer: plainExports }),
    // One line, as the maps have it.
    banner: module.text.includes(moduleUrl)
      ? '"use strict"; const slipwayModuleUrl = require("node:url").pathToFileURL(__filename).href;'
      : '"use strict";',
  });
  const file = { path: module.path, text: code };
  return map ? [file, { path: map.path, text: converted }] : [file];
};

/** Scripts, and their maps where the bundle has maps. */
export const convertToCommonJs = async (outputs: readonly OutputFile[], options: TransformOptions): Promise<readonly ProgramFile[]> => {
  const byPath = new Map(outputs.map((output) => [output.path, output]));
  const modules = outputs.filter(({ path }) => !path.endsWith('.map'));
  return (await Promise.all(modules.map((module) => convert(module, byPath.get(`${module.path}.map`), options)))).flat();
};
