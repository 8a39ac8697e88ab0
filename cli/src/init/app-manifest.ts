import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { StoreUnavailable } from '@slipway/service/store/failures';
import { loadNodeSqlite } from '@slipway/service/store/sqlite/load-sqlite';
import { CliError } from '../cli-error.ts';
import { appDependencies, type ConstructsEngine } from './template-files.ts';

interface PackageManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Where the constructs come from: if the command line was installed from its archive, from the one beside that, if there is one. */
const archiveBeside = (folder: string, present: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const [, path] = /^file:(.*slipway-cli-[^/]*\.tgz)$/.exec(present['@slipway/cli'] ?? '') ?? [];
  const archive = path?.replace(/slipway-cli-([^/]*)$/, 'slipway-constructs-$1');
  return archive !== undefined && existsSync(resolve(folder, archive)) ? { '@slipway/constructs': `file:${archive}` } : {};
};

/** The manifest of the app: a new one, or the one that is there with what it lacks. */
const renderManifest = (folder: string, needed: Readonly<Record<string, string>>): string => {
  const file = join(folder, 'package.json');
  const name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'platform';
  let manifest: PackageManifest & object = { name, private: true, type: 'module' } as object;
  if (existsSync(file)) {
    try {
      manifest = JSON.parse(readFileSync(file, 'utf8')) as PackageManifest & object;
    } catch (error) {
      throw new CliError(`${file} is not JSON: ${(error as Error).message}`);
    }
  }
  const present = { ...manifest.devDependencies, ...manifest.dependencies };
  const missing = Object.entries({ ...needed, ...archiveBeside(folder, present) }).filter(([name]) => !(name in present));
  return `${JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, ...Object.fromEntries(missing) } }, null, 2)}\n`;
};

export const isInstalled = (folder: string, name: string): boolean => {
  const { resolve: find } = createRequire(join(folder, 'package.json'));
  return (find.paths(name) ?? []).some((place) => existsSync(join(place, name, 'package.json')));
};

const hasSqlite = (folder: string): boolean => {
  try {
    return loadNodeSqlite() !== undefined || isInstalled(folder, 'libsql');
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
};

/** The `package.json` of an app, and the packages that it needs. Throws a CliError if one is there that is no JSON. */
export const createManifest = (folder: string, engine: ConstructsEngine): { readonly needed: readonly string[]; readonly text: string } => {
  const needed = appDependencies(engine, hasSqlite(folder));
  return { needed: Object.keys(needed), text: renderManifest(folder, needed) };
};
