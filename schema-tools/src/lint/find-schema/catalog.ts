import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { isObject } from '../../json.ts';
import { fileMatch, type Matches } from './file-match.ts';
import { isUri } from './named-schema.ts';
import { decoded } from './references.ts';

interface Row { readonly name: string; readonly url: string; readonly fileMatch: readonly string[]; readonly versions: readonly string[] }

/** Schemas in a local folder: by the names of the files that they are for, and by URI. */
export interface Catalog {
  readonly folder: string;
  /** The first row whose `fileMatch` fits; `file` is undefined where the row's schema is not in the folder. */
  forFile(file: string): { readonly name: string; readonly url: string; readonly file: string | undefined } | undefined;
  /** Where the schema of this URI is, if the folder has it. */
  forUrl(url: string): string | undefined;
}

/** A catalog that cannot be used: whose place is a file. */
export class CatalogFault extends Error { readonly file: string; constructor(file: string, words: string) { super(`${file}: ${words}`); this.file = file; } }

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** One spelling for a URI: no fragment, no `http` beside `https`, the names that SchemaStore has had as one. */
const spelled = (url: string): string => url.replace(/#\/?$/, '').replace(/^http:/, 'https:')
  .replace(/^https:\/\/(?:(?:json|www)\.)?schemastore\.(?:org|azurewebsites\.net)\/(?:schemas\/json\/)?(.*?)(?:\.json)?$/, 'schemastore:$1');

function rowsOf(file: string): readonly Row[] {
  let parsed: unknown;
  try { parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')); } catch (error) { throw new CatalogFault(file, `this catalog cannot be read: ${(error as Error).message}`); }
  const listed = isObject(parsed) ? parsed['schemas'] : undefined;
  if (!Array.isArray(listed)) throw new CatalogFault(file, 'a catalog is an object with a list `schemas`, of { name, url, fileMatch }');
  return listed.map((row: unknown, index): Row => {
    if (!isObject(row) || typeof row['url'] !== 'string') throw new CatalogFault(file, `/schemas/${index}: expected { name, url, fileMatch }, the url a string`);
    const { name, url, fileMatch: globs = [], versions } = row;
    return { name: texts(name)[0] ?? url, url, fileMatch: texts(globs), versions: isObject(versions) ? Object.values(versions).flatMap(texts) : [] };
  });
}

/** Every `*.schema.json` below a folder, without what other tools keep there. */
function* schemaFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory() && !/^(node_modules|\..*)$/.test(entry.name)) yield* schemaFiles(join(folder, entry.name));
    else if (entry.isFile() && /\.schema\.json$/i.test(entry.name)) yield join(folder, entry.name);
  }
}

function identifiers(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of schemaFiles(folder)) {
    let id: unknown;
    // A file that is no JSON has no identifier; whoever asks for it by its path is told why.
    try { const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')); id = isObject(parsed) ? parsed['$id'] ?? parsed['id'] : undefined; } catch { continue; }
    if (typeof id === 'string' && !found.has(spelled(id))) found.set(spelled(id), file);
  }
  return found;
}

/** Opens a folder with a `catalog.json`, or with plain `*.schema.json` that have an `$id`. Read when first asked; throws CatalogFault. */
export function openCatalog(folder: string): Catalog {
  const list = ['catalog.json', join('src', 'api', 'json', 'catalog.json')].map((name) => join(folder, name)).find(isFile);
  const roots = ['', 'schemas', join('src', 'schemas', 'json')].map((name) => join(folder, name)).filter((path) => existsSync(path));
  let rows: readonly Row[] | undefined;
  let ids: ReadonlyMap<string, string> | undefined;
  let matchers: readonly (readonly [Row, Matches])[] | undefined;
  const all = () => (rows ??= list === undefined ? [] : rowsOf(list));

  const isInside = (path: string): boolean => path.startsWith(`${folder}${sep}`);
  const candidates = (url: string): readonly string[] => {
    if (!isUri(url)) return [resolve(list === undefined ? folder : dirname(list), decoded(url))].filter(isInside);
    if (!/^https?:/i.test(url) || !URL.canParse(url)) return [];
    const { host, pathname } = new URL(url);
    const path = decoded(pathname).replace(/^\/+/, '');
    const listed = spelled(url).startsWith('schemastore:') || all().some((row) => row.url === url || row.versions.includes(url));
    return roots.flatMap((root) => [join(root, host, path), join(root, path), ...(listed ? [join(root, path.split('/').at(-1)!)] : [])])
      .filter(isInside).flatMap((path) => [path, `${path}.json`]);
  };
  const forUrl = (url: string): string | undefined => {
    const row = all().find((one) => [one.url, ...one.versions].some((own) => spelled(own) === spelled(url)));
    const written = row === undefined ? url : spelled(row.url) === spelled(url) ? row.url : row.versions.find((own) => spelled(own) === spelled(url))!;
    return candidates(written.replace(/#\/?$/, '')).find(isFile) ?? (ids ??= identifiers(folder)).get(spelled(url));
  };
  return {
    folder, forUrl,
    forFile(file) {
      matchers ??= all().filter((row) => row.fileMatch.length > 0).map((row) => [row, fileMatch(row.fileMatch, folder, { floating: true })] as const);
      const [row] = matchers.find(([, matches]) => matches(file)) ?? [];
      return row && { name: row.name, url: row.url, file: forUrl(row.url) };
    },
  };
}
