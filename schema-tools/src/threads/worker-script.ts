import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';

/**
 * Where the script of the workers is: from the source `source.ts` beside the module that asks; from a bundle `built.js` beside the
 * entry, whose chunks lie in a folder of their own; in a single executable, from its asset `built.js`.
 */
export function workerScript(module: string, source: string, built: string): URL {
  if (isSea()) return new URL(`asset:${built}.js`);
  if (new URL(module).pathname.endsWith('.ts')) return new URL(`./${source}.ts`, module);
  const found = [`./${built}.js`, `../${built}.js`].map((name) => new URL(name, module)).find((url) => existsSync(url));
  if (!found) throw new Error(`${built}.js is not beside this program; build or install it again.`);
  return found;
}
