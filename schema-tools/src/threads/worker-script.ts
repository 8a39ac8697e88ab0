import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';

/**
 * Where the script of the workers is: from the source `source.ts` beside the module that asks; from a bundle `built.cjs` beside the
 * entry, whose chunks lie in a folder of their own; in a single executable, from its asset `built.cjs`.
 */
export function workerScript(module: string, source: string, built: string): URL {
  if (isSea()) return new URL(`asset:${built}.cjs`);
  if (new URL(module).pathname.endsWith('.ts')) return new URL(`./${source}.ts`, module);
  const found = [`./${built}.cjs`, `../${built}.cjs`].map((name) => new URL(name, module)).find((url) => existsSync(url));
  if (!found) throw new Error(`${built}.cjs is not beside this program; build or install it again.`);
  return found;
}
