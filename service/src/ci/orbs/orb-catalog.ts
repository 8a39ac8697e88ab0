import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { listOrbFiles } from '../configuration/orbs/orb-folder.ts';

/** A file of the folder of orbs. */
export interface CatalogVersion {
  readonly id: string;
  readonly version: string;
  readonly file: string;
  /** When the file was last changed. */
  readonly createdAt: string;
}
/** An orb of the folder, with its versions, the highest release first. */
export interface CatalogOrb {
  readonly id: string;
  readonly namespace: string;
  /** `namespace/name` */
  readonly name: string;
  readonly versions: readonly CatalogVersion[];
}

/** A UUID that an orb or a version keeps as long as it has its name: files have none. */
export const deriveOrbId = (name: string): string => {
  const hex = createHash('sha256').update(`orb:${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};

export const isRelease = ({ version }: Pick<CatalogVersion, 'version'>): boolean => /^\d+\.\d+\.\d+$/.test(version);

/** Releases before others, the highest first. */
const compareVersions = (one: CatalogVersion, other: CatalogVersion): number =>
  Number(isRelease(other)) - Number(isRelease(one)) || other.version.localeCompare(one.version, 'en', { numeric: true });

/** The orbs of a folder by name; empty if the folder does not exist. */
export const readOrbCatalog = async (folder: string): Promise<readonly CatalogOrb[]> => {
  const orbs = new Map<string, CatalogOrb & { readonly versions: CatalogVersion[] }>();
  for (const { reference, file } of folder === '' ? [] : await listOrbFiles(folder)) {
    const { namespace, version } = reference;
    const name = `${namespace}/${reference.name}`;
    const changed = await stat(file).catch(() => undefined);
    if (!changed) continue;
    if (!orbs.has(name)) orbs.set(name, { id: deriveOrbId(name), namespace, name, versions: [] });
    orbs.get(name)!.versions.push({ id: deriveOrbId(`${name}@${version}`), version, file, createdAt: changed.mtime.toISOString() });
  }
  for (const { versions } of orbs.values()) versions.sort(compareVersions);
  return [...orbs.values()];
};
