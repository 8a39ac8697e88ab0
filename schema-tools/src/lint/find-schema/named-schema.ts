import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog } from './catalog.ts';

/** A name that leads to a file, or why it leads nowhere. `remote`: a URI that nothing here knows, which is no fault. */
export type Named = { readonly file: string } | { readonly missing: string; readonly remote: boolean };

/** What a path, a `file:` URI or another URI means beside `file`. The network is never asked. */
export function namedSchema(name: string, file: string, catalog: Catalog | undefined): Named {
  const bare = name.replace(/#.*$/s, '');
  if (/^file:/i.test(bare)) {
    try {
      const path = fileURLToPath(bare);
      return existsSync(path) ? { file: path } : { missing: `There is no schema at ${path}.`, remote: false };
    } catch { return { missing: `${JSON.stringify(name)} is no address of a file on this machine.`, remote: false }; }
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(bare) && !/^[a-z]:[\\/]/i.test(bare)) {
    const known = catalog?.forUrl(bare);
    return known === undefined ? { missing: `${bare} is not in ${catalog ? 'the catalog' : 'a local catalog'}, and nothing is fetched`, remote: true } : { file: known };
  }
  let path = bare;
  try { path = decodeURI(bare); } catch { /* Then it is a path as it stands. */ }
  const found = [resolve(dirname(file), path), resolve(dirname(file), bare)].find((one) => existsSync(one));
  return found === undefined ? { missing: `There is no schema ${bare} beside this file.`, remote: false } : { file: found };
}
