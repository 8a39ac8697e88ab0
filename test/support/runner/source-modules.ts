import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';
import { exportedSource } from './workspaces.ts';

/** Packages of hundreds of modules: each test file that loads them one by one waits longer for them than for its own tests. */
const ofManyFiles = /^(?:kysely|@hyperjump\/(?:browser|json-schema))(?:\/|$)/;

const watched = 'test/support/runner/watched-uvu.ts';

/** A module keeps the address of its source, to find what stands beside it; one that looks for a built worker is bundled like a program. */
const withOwnAddress = (text: string, path: string): string =>
  text.includes('workerScript(import.meta.url')
    ? text
    : text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path));

const anyModule = /\.m?[tj]s$/;

/** The modules below a folder that name their own address: the only ones that esbuild has to ask this program for. */
function findModulesWithAddress(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:\..*|dist|docs|node_modules)$/.test(entry.name) ? [] : findModulesWithAddress(path);
    return anyModule.test(entry.name) && readFileSync(path).includes('import.meta.') ? [path] : [];
  });
}

/**
 * For esbuild: `uvu` is the watched one, packages stay outside, this repository's packages are bundled from source. `isWhole`: most
 * modules of the project are bundled. To look through all of them costs half a second; to be asked for each of a few costs less.
 */
export const sourceModules = (project: string, isWhole = true): Plugin => ({
  name: 'source-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      if (path === 'uvu' && !importer.endsWith(watched)) return { path: join(project, watched) };
      const source = /^(?:@slipway|slipway)\//.test(path) ? exportedSource(project, path) : undefined;
      if (source) return { path: source };
      return ofManyFiles.test(path) ? undefined : { path, external: true };
    });
    const withAddress = isWhole ? findModulesWithAddress(project).map((path) => path.replace(/[^\w/~-]/g, '\\$&')) : [];
    onLoad({ filter: isWhole ? new RegExp(`^(?:${withAddress.join('|')})$`) : anyModule }, async ({ path }) => ({
      contents: withOwnAddress(await readFile(path, 'utf8'), path),
      loader: (path.endsWith('ts') ? 'ts' : 'js') satisfies Loader,
    }));
  },
});
