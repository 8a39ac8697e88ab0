import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** A package of the registry, as it is installed in this checkout. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly license: string;
  /** SHA-512 of the package's archive, in hexadecimal; undefined if the lockfile has none. */
  readonly sha512?: string;
  /** Names of the packages that it depends on. */
  readonly dependencies: readonly string[];
  /** Relative to the checkout, such as `node_modules/a/node_modules/b`. */
  readonly folder: string;
}

interface LockEntry {
  readonly integrity?: string;
}
interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): PackageManifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
const lockEntries = (root: string): Readonly<Record<string, LockEntry>> =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: Readonly<Record<string, LockEntry>> })
    .packages;

const describePackage = (root: string, folder: string, locked: LockEntry = {}): InstalledPackage => {
  const { name, version, license, dependencies = {} } = readManifest(join(root, folder));
  const text = typeof license === 'object' ? license.type : license;
  if (!text) throw new Error(`${folder} names no license: it cannot be published with ours`);
  const sha512 = /^sha512-(.+)$/.exec(locked.integrity ?? '')?.[1];
  return {
    name,
    version,
    license: text,
    dependencies: Object.keys(dependencies).sort(),
    folder,
    ...(sha512 ? { sha512: Buffer.from(sha512, 'base64').toString('hex') } : {}),
  };
};

/** The folder of the package that holds a bundled file; undefined for files of this checkout. */
const packageFolder = (file: string): string | undefined => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

/** The packages whose files are in bundles, by name and version. */
export function bundledPackages(root: string, bundles: readonly Metafile[]): readonly InstalledPackage[] {
  const locked = lockEntries(root);
  const files = bundles.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const folders = [...new Set(files.flatMap((file) => packageFolder(file) ?? []))];
  return folders
    .map((folder) => describePackage(root, folder, locked[folder]))
    .sort((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
}

/** Packages that are installed beside ours, by name, with those that they depend on. */
export function dependencyPackages(root: string, names: readonly string[]): readonly InstalledPackage[] {
  const locked = lockEntries(root);
  const found = new Map<string, InstalledPackage>();
  const visit = (name: string, from: string): void => {
    const place = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((one) => existsSync(join(root, one, 'package.json')));
    if (!place) throw new Error(`${name} is not installed: run npm ci`);
    if (found.has(place)) return;
    const described = describePackage(root, place, locked[place]);
    found.set(place, described);
    for (const needed of described.dependencies) visit(needed, place);
  };
  for (const name of names) visit(name, '.');
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The text of the license that a package carries; undefined: it carries none, and its manifest alone names it. */
export function licenseText(root: string, { folder }: InstalledPackage): string | undefined {
  const file = readdirSync(join(root, folder)).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  return file && readFileSync(join(root, folder, file), 'utf8').trim();
}
