import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

type Declarations = { readonly [name: string]: unknown };

/** Every module below the folder that declares something: what only gathers others is none. */
const listModules = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|[\\/])(index|declared)\.ts$/.test(file))
    .sort()
    .map((file) => join(folder, file));

/** Where each declared thing stands: a module below the folder and the name of its export. */
const findExports = async (folder: string): Promise<ReadonlyMap<unknown, readonly [file: string, name: string]>> => {
  const found = new Map<unknown, readonly [string, string]>();
  for (const path of listModules(folder))
    for (const [name, value] of Object.entries((await import(pathToFileURL(path).href)) as Declarations))
      if (typeof value === 'object' && value !== null && !found.has(value))
        found.set(value, [`./${relative(folder, path).replaceAll('\\', '/')}`, name]);
  return found;
};

const lazyRecord = (name: string, record: Declarations, exports: ReadonlyMap<unknown, readonly [string, string]>): string => {
  const entries = Object.entries(record).map(([key, value]) => {
    const place = exports.get(value);
    if (place === undefined) throw new Error(`${name}.${key} is exported by no module of declarations/src/resources`);
    return `${JSON.stringify(key)}: () => require(${JSON.stringify(place[0])}).${place[1]}`;
  });
  return `export const ${name} = lazily({ ${entries.join(', ')} });`;
};

/** Getters that evaluate a declaration when it is first asked for. */
const lazily = `const lazily = (loaders) => {
  const record = {};
  for (const name of Object.keys(loaders)) {
    let value;
    Object.defineProperty(record, name, { enumerable: true, get: () => (value ??= loaders[name]()) });
  }
  return record;
};`;

/**
 * Replaces the index of the declarations in the plugin: the same records under the same names, in which each module is evaluated when
 * something of it is asked for (docs/decisions/0065).
 */
export const lazyDeclarations = async (root: string): Promise<Plugin> => {
  const folder = join(root, 'declarations/src/resources');
  const index = join(folder, 'index.ts');
  const { parseReportRows, ...records } = (await import(pathToFileURL(index).href)) as { readonly [name: string]: Declarations };
  if (typeof parseReportRows !== 'function') throw new Error('declarations/src/resources/index.ts has no parseReportRows');
  const exports = await findExports(folder);
  const contents = [
    lazily,
    ...Object.entries(records).map(([name, record]) => lazyRecord(name, record, exports)),
    "export const parseReportRows = (text) => require('./ci/report-rows.ts').parseReportRows(text);",
  ].join('\n');
  return {
    name: 'lazy-declarations',
    setup: (building) =>
      building.onLoad({ filter: /[\\/]src[\\/]resources[\\/]index\.ts$/ }, ({ path }) =>
        path === index ? { contents, loader: 'js', resolveDir: folder } : undefined,
      ),
  };
};
