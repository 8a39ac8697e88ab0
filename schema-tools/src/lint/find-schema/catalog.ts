import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { isObject } from '../../json.ts';
import { isBroadMatch } from './broad-names.ts';
import { fileMatcher, type FileMatcher } from './file-matcher.ts';
import { isUri } from './is-uri.ts';
import { decodePath } from './find-references.ts';

interface CatalogRow {
  readonly name: string;
  readonly url: string;
  readonly fileMatch: readonly string[];
  readonly versions: readonly string[];
}

/** The schema that a catalog has for a file. */
export interface CatalogMatch {
  readonly name: string;
  readonly url: string;
  readonly file: string | undefined;
  /** Set where the file has a name that many programs use. */ readonly isBroad?: true;
}

/** Schemas in a local folder: by the names of the files that they are for, and by URI. */
export interface Catalog {
  readonly folder: string;
  /** The first row whose `fileMatch` fits; `file` is undefined where the row's schema is not in the folder. */
  forFile(file: string): CatalogMatch | undefined;
  /** The path of the schema with this URI, if the folder contains it. */
  forUrl(url: string): string | undefined;
}

/** A catalog that cannot be used: whose place is a file. */
export class CatalogError extends Error {
  readonly file: string;
  constructor(file: string, words: string) {
    super(`${file}: ${words}`);
    this.file = file;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const toStrings = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** The normal form of a URI: without fragment, `https` for `http`, and former names in SchemaStore replaced. */
const canonicalUrl = (url: string): string =>
  url
    .replace(/#\/?$/, '')
    .replace(/^http:/, 'https:')
    .replace(
      /^https:\/\/(?:(?:json|www)\.)?schemastore\.(?:org|azurewebsites\.net)\/(?:schemas\/json\/)?(.*?)(?:\.json)?$/,
      'schemastore:$1',
    );

function readRows(file: string): readonly CatalogRow[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CatalogError(file, `this catalog cannot be read: ${(error as Error).message}`);
  }
  const listed = isObject(parsed) ? parsed['schemas'] : undefined;
  if (!Array.isArray(listed)) throw new CatalogError(file, 'a catalog is an object with a list `schemas`, of { name, url, fileMatch }');
  return listed.map((row: unknown, index): CatalogRow => {
    if (!isObject(row) || typeof row['url'] !== 'string')
      throw new CatalogError(file, `/schemas/${index}: expected { name, url, fileMatch }, the url a string`);
    const { name, url, fileMatch: globs = [], versions } = row;
    return {
      name: toStrings(name)[0] ?? url,
      url,
      fileMatch: toStrings(globs),
      versions: isObject(versions) ? Object.values(versions).flatMap(toStrings) : [],
    };
  });
}

/** Every `*.schema.json` below a folder, without what other tools keep there. */
function* schemaFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory() && !/^(node_modules|\..*)$/.test(entry.name)) yield* schemaFiles(join(folder, entry.name));
    else if (entry.isFile() && /\.schema\.json$/i.test(entry.name)) yield join(folder, entry.name);
  }
}

function readIdentifiers(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of schemaFiles(folder)) {
    let id: unknown;
    // A file that is not JSON has no identifier; its fault is reported when its path is requested.
    try {
      const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
      id = isObject(parsed) ? (parsed['$id'] ?? parsed['id']) : undefined;
    } catch {
      continue;
    }
    if (typeof id === 'string' && !found.has(canonicalUrl(id))) found.set(canonicalUrl(id), file);
  }
  return found;
}

/** The files and folders of a catalog, and what was read from them. */
interface CatalogState {
  readonly folder: string;
  /** Parses catalog.json, if it exists. */
  readonly list: string | undefined;
  /** The folders in which schemas are searched by the path of their URL. */
  readonly roots: readonly string[];
  rows?: readonly CatalogRow[];
  ids?: ReadonlyMap<string, string>;
  matchers?: readonly (readonly [CatalogRow, FileMatcher])[];
}

const catalogRows = (state: CatalogState): readonly CatalogRow[] => (state.rows ??= state.list === undefined ? [] : readRows(state.list));

const isInside = ({ folder }: CatalogState, path: string): boolean => path.startsWith(`${folder}${sep}`);

/** The files that a URL may mean. */
function candidateFiles(state: CatalogState, url: string): readonly string[] {
  const { folder, list, roots } = state;
  if (!isUri(url)) return [resolve(list === undefined ? folder : dirname(list), decodePath(url))].filter((path) => isInside(state, path));
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return [];
  const { host, pathname } = new URL(url);
  const path = decodePath(pathname).replace(/^\/+/, '');
  const isListed =
    canonicalUrl(url).startsWith('schemastore:') || catalogRows(state).some((row) => row.url === url || row.versions.includes(url));
  return roots
    .flatMap((root) => [join(root, host, path), join(root, path), ...(isListed ? [join(root, path.split('/').at(-1)!)] : [])])
    .filter((file) => isInside(state, file))
    .flatMap((file) => [file, `${file}.json`]);
}

/** A URL as the catalog spells it. */
function listedUrl(state: CatalogState, url: string): string {
  const isSame = (other: string): boolean => canonicalUrl(other) === canonicalUrl(url);
  const row = catalogRows(state).find((one) => [one.url, ...one.versions].some(isSame));
  if (row === undefined) return url;
  return isSame(row.url) ? row.url : row.versions.find(isSame)!;
}

/**
 * Opens a folder with a `catalog.json`, or with `*.schema.json` files that have an `$id`. The files are read when they are first
 * needed; reading them throws CatalogError.
 */
export function openCatalog(folder: string): Catalog {
  const lists = ['catalog.json', join('src', 'api', 'json', 'catalog.json')].map((name) => join(folder, name));
  const roots = ['', 'schemas', join('src', 'schemas', 'json')].map((name) => join(folder, name)).filter((path) => existsSync(path));
  const state: CatalogState = { folder, list: lists.find(isFile), roots };
  const forUrl = (url: string): string | undefined =>
    candidateFiles(state, listedUrl(state, url).replace(/#\/?$/, '')).find(isFile) ??
    (state.ids ??= readIdentifiers(folder)).get(canonicalUrl(url));
  return {
    folder,
    forUrl,
    forFile(file) {
      state.matchers ??= catalogRows(state)
        .filter((row) => row.fileMatch.length > 0)
        .map((row) => [row, fileMatcher(row.fileMatch, folder, { floating: true })] as const);
      const [row] = state.matchers.find(([, matches]) => matches(file)) ?? [];
      if (!row) return undefined;
      return { name: row.name, url: row.url, file: forUrl(row.url), ...(isBroadMatch(row.fileMatch, file) ? { isBroad: true } : {}) };
    },
  };
}
