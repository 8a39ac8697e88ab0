import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { configurationLimits } from '../configuration-limits.ts';
import { orbFileName, parseOrbReference, selectOrbVersion, type OrbReference } from './orb-reference.ts';
import { formatOrbReference, type OrbLookup, type OrbSource } from './orb-source.ts';

const listNames = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
};

/** The versions of an orb below a folder, by file name; `.yaml` counts as well as `.yml`. */
const listVersions = async (folder: string, { namespace, name }: OrbReference): Promise<ReadonlyMap<string, string>> => {
  const versions = new Map<string, string>();
  for (const file of await listNames(join(folder, namespace))) {
    const [, stem] = /^(.*)\.ya?ml$/.exec(file) ?? [];
    if (stem?.startsWith(`${name}@`)) versions.set(stem.slice(name.length + 1), join(folder, namespace, file));
  }
  return versions;
};

const readOrbFile = async (id: string, file: string): Promise<OrbLookup> => {
  try {
    const { size } = await stat(file);
    if (size > configurationLimits.text * 4)
      return { missing: `${file} is too large: expected at most ${configurationLimits.text.toLocaleString('en')} characters` };
    return { id, file, text: await readFile(file, 'utf8') };
  } catch (error) {
    return { missing: `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}` };
  }
};

/** Finds orbs in the files `namespace/name@version.yml` below a folder. */
export const openOrbFolder = (folder: string): OrbSource => ({
  async findOrb(reference) {
    const versions = await listVersions(folder, reference);
    const version = selectOrbVersion(reference.version, [...versions.keys()]);
    if (version !== undefined) return readOrbFile(formatOrbReference({ ...reference, version }), versions.get(version)!);
    return { missing: `there is no file ${join(folder, orbFileName(reference))}` };
  },
});

/** The orb files below a folder, in the order of their names. */
export const listOrbFiles = async (folder: string): Promise<readonly { readonly reference: OrbReference; readonly file: string }[]> => {
  const files: { reference: OrbReference; file: string }[] = [];
  for (const namespace of [...(await listNames(folder))].sort())
    for (const file of [...(await listNames(join(folder, namespace)))].sort()) {
      const reference = parseOrbReference(`${namespace}/${file.replace(/\.ya?ml$/, '')}`);
      if (reference && /\.ya?ml$/.test(file)) files.push({ reference, file: join(folder, namespace, file) });
    }
  return files;
};
