import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';

/**
 * The location of the workers' script: from source, `source.ts` next to the calling module; from a bundle, `built.cjs` next to the entry,
 * whose chunks are in a separate folder; in a single executable, its asset `built.cjs`.
 */
export function workerScript(module: string, source: string, built: string): URL {
  if (isSea()) return new URL(`asset:${built}.cjs`);
  if (new URL(module).pathname.endsWith('.ts')) return new URL(`./${source}.ts`, module);
  const found = [`./${built}.cjs`, `../${built}.cjs`].map((name) => new URL(name, module)).find((url) => existsSync(url));
  if (!found) throw new Error(`${built}.cjs is not beside this program; build or install it again.`);
  return found;
}
