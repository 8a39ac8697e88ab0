import { basename, isAbsolute, join } from 'node:path';
import { filePath } from '../documents/file-path.ts';
import { formatOf } from '../documents/format.ts';
import type { Format } from '../documents/source.ts';

/** The path of an editor's document, or the one that it would have. `format`: if the name does not determine it. */
export interface DocumentLocation {
  readonly file: string;
  readonly format?: Format;
}

/** Editors' names of languages; some have a suffix after a dot (`yaml.docker-compose`). */
const formatsByLanguage: { readonly [id: string]: Format } = {
  json: 'json',
  geojson: 'json',
  topojson: 'json',
  jsonc: 'jsonc',
  snippets: 'jsonc',
  yaml: 'yaml',
  yml: 'yaml',
  dockercompose: 'yaml',
  'github-actions-workflow': 'yaml',
  toml: 'toml',
};

const formatOfLanguage = (id: string): Format | undefined => {
  const first = id.toLowerCase().split('.')[0]!;
  return Object.hasOwn(formatsByLanguage, first) ? formatsByLanguage[first] : undefined;
};

/** An untitled document has a name, sometimes a whole path, and is taken to be in `folder`. */
function untitledPath(uri: string, folder: string): string {
  let name = uri.slice('untitled:'.length);
  try {
    name = decodeURIComponent(name);
  } catch {
    /* The URI is then used as a name. */
  }
  return isAbsolute(name) ? name : join(folder, basename(name) || 'untitled');
}

/** Undefined for what is not of this linter: another scheme, a language that it does not read. */
export function locateDocument(
  { uri, languageId }: { readonly uri: string; readonly languageId: string },
  folder: string,
): DocumentLocation | undefined {
  const file = uri.startsWith('file:') ? filePath(uri) : uri.startsWith('untitled:') ? untitledPath(uri, folder) : undefined;
  if (file === undefined) return undefined;
  if (formatOf(file) !== undefined) return { file };
  const format = formatOfLanguage(languageId);
  return format === undefined ? undefined : { file, format };
}
