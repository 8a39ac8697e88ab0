import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog } from './catalog.ts';
import { decodePath } from './find-references.ts';
import { isUri } from './is-uri.ts';

/** The path of a named schema, or why there is none. `remote`: a URI that is not known locally, which is not a fault. */
export type ResolvedName = { readonly file: string } | { readonly missing: string; readonly isRemote: boolean };

/** Resolves a path, a `file:` URI or another URI relative to `file`, without network access. */
export function resolveSchemaName(name: string, file: string, catalog: Catalog | undefined): ResolvedName {
  const bare = name.replace(/#.*$/s, '');
  if (/^file:/i.test(bare)) {
    try {
      const path = fileURLToPath(bare);
      return existsSync(path) ? { file: path } : { missing: `There is no schema at ${path}.`, isRemote: false };
    } catch {
      return { missing: `${JSON.stringify(name)} is no address of a file on this machine.`, isRemote: false };
    }
  }
  if (isUri(bare)) {
    const known = catalog?.forUrl(bare);
    return known === undefined
      ? { missing: `${bare} is not in ${catalog ? 'the catalog' : 'a local catalog'}, and nothing is fetched`, isRemote: true }
      : { file: known };
  }
  // Unchanged first, because the name of a file can contain `#` and `%`.
  const found = [name, decodePath(bare), bare].map((path) => resolve(dirname(file), path)).find((path) => existsSync(path));
  return found === undefined ? { missing: `There is no schema ${bare} beside this file.`, isRemote: false } : { file: found };
}
