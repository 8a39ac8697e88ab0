/** Turns the modules of a bundle into CommonJS: V8 takes compiled code for scripts, and for modules from Node.js 22 on only. */
import { transform, type OutputFile, type TransformOptions } from 'esbuild';

/** In pieces: whatever bundles this file would replace the expression here. */
const moduleUrl = ['import', 'meta', 'url'].join('.');

export interface ProgramFile {
  readonly path: string;
  readonly text: string;
}

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
