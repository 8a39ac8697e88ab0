import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LintHost, LintOptions } from '../program/lint-options.ts';
import { cacheFolder } from './cache-folder.ts';
import { type KnownResults, openKnownResults } from './known-results.ts';

/** A catalog's list and the names of its files: a schema is found by its name, and a new file may come before another. */
const catalogNames = (folder: string): string => {
  if (!existsSync(folder)) return '';
  const list = [join(folder, 'catalog.json'), join(folder, 'src', 'api', 'json', 'catalog.json')].find((file) => existsSync(file));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return `${names.join('\n')}\n${list === undefined ? '' : readFileSync(list, 'utf8')}`;
};

/** The content of catalogs as digests, each read once in a run. */
function catalogDigests(): (folder: string | undefined) => string {
  const known = new Map<string, string>();
  return (folder) => {
    if (folder === undefined) return '';
    const digest = known.get(folder) ?? createHash('sha256').update(catalogNames(folder)).digest('base64url');
    known.set(folder, digest);
    return digest;
  };
}

/**
 * The cache of a run, or undefined: with `--no-cache`, for runs that write or explain, and for a linter that runs from its source, whose
 * version does not change with it.
 */
export function openRunCache(options: LintOptions, host: LintHost, cwd: string): KnownResults | undefined {
  if (options.cache === false || options.fix || options.printSchema || options.stdin || options.watch) return undefined;
  const script = fileURLToPath(host.workerScript());
  if (!/\.c?js$/.test(script)) return undefined;
  // The script names the parts of the linter by digests of their content.
  const tool = createHash('sha256').update(`${host.program} ${host.version} ${process.version}\n`).update(readFileSync(script));
  const place = createHash('sha256').update(`${host.program} ${cwd}`).digest('hex').slice(0, 16);
  return openKnownResults(join(cacheFolder(cwd, process.env), `lint-${place}.json`), tool.digest('base64url'), catalogDigests());
}
