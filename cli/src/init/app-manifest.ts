import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { StoreUnavailable } from '@slipway/service/store/failures';
import { loadNodeSqlite } from '@slipway/service/store/sqlite/load-sqlite';
import { readJsonFile } from '../parse-json.ts';
import { findOwnPackages } from './own-packages.ts';
import { appDependencies, type ConstructsEngine } from './template-files.ts';

interface PackageManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

type Manifest = PackageManifest & { readonly name?: string };

/** The manifest of the app: a new one, or the one that is there. */
const readManifest = (folder: string): Manifest => {
  const file = join(folder, 'package.json');
  const name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'platform';
  if (!existsSync(file)) return { name, private: true, type: 'module' } as Manifest;
  return readJsonFile(file) as Manifest;
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

/**
 * The `package.json` of an app, and the packages that it needs: what it has, and what it lacks. `packages`: the folder of our archives, if
 * the caller names one. Throws a CliError if a file is there that is no JSON, or nothing says where our packages are.
 */
export const createManifest = (
  folder: string,
  engine: ConstructsEngine,
  packages: string | undefined,
): { readonly needed: readonly string[]; readonly text: string } => {
  const manifest = readManifest(folder);
  const present = { ...manifest.devDependencies, ...manifest.dependencies };
  const needed = { ...findOwnPackages(folder, present, packages), ...appDependencies(engine, hasSqlite(folder)) };
  const missing = Object.entries(needed).filter(([name]) => !(name in present));
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(missing) };
  return { needed: Object.keys(needed), text: `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n` };
};
