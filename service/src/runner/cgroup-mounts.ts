import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Hierarchies of version 1 in which a new group does not affect its processes. */
const harmless = ['pids', 'freezer', 'name=systemd'];

interface CgroupMount {
  readonly root: string;
  readonly folder: string;
  readonly type: string;
  readonly options: readonly string[];
}

const parseMounts = (mountinfo: string): readonly CgroupMount[] =>
  mountinfo.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ');
    const [, , , root = '', folder = ''] = left.split(' ');
    const [type = '', , options = ''] = right.split(' ');
    return type.startsWith('cgroup') ? [{ root, folder, type, options: options.split(',') }] : [];
  });

/** The texts of `/proc/self/cgroup` and `/proc/self/mountinfo`. */
export interface OwnCgroupTexts {
  readonly cgroup: string;
  readonly mountinfo: string;
}

export const readOwnCgroupTexts = async (): Promise<OwnCgroupTexts> => {
  const [cgroup = '', mountinfo = ''] = await Promise.all(
    ['cgroup', 'mountinfo'].map((name) => readFile(`/proc/self/${name}`, 'utf8').catch(() => '')),
  );
  return { cgroup, mountinfo };
};

/** The folder of this process's group as a mount shows it. `controller`: '' for version 2. */
const findFolders = (cgroup: string, controller: string, { root, folder }: CgroupMount): readonly string[] => {
  const paths = cgroup.split('\n').map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  const path = paths.find((match) => match?.[1]!.split(',').includes(controller))?.[2];
  if (path === undefined || path.includes('/..')) return [];
  if (root === '/') return [resolve(folder, `.${path}`)];
  return path === root || path.startsWith(`${root}/`) ? [resolve(folder, `.${path.slice(root.length)}`)] : [];
};

/** The folders of this process's groups of version 2, each with the mount that ends what is visible of it. */
export const listOwnGroups2 = ({ cgroup, mountinfo }: OwnCgroupTexts): readonly { readonly folder: string; readonly top: string }[] =>
  parseMounts(mountinfo)
    .filter(({ type }) => type === 'cgroup2')
    .flatMap((mount) => findFolders(cgroup, '', mount).map((folder) => ({ folder, top: mount.folder })));

/** The folders of this process's groups in the hierarchy of a controller of version 1. */
export const listOwnGroups1 = ({ cgroup, mountinfo }: OwnCgroupTexts, controller: string): readonly string[] =>
  parseMounts(mountinfo)
    .filter(({ type, options }) => type === 'cgroup' && options.includes(controller))
    .flatMap((mount) => findFolders(cgroup, controller, mount));

/** The cgroup folders that a process is in and below which a new group does not affect it. Version 2 comes first. */
export const listOwnCgroups = (texts: OwnCgroupTexts): readonly string[] => [
  ...listOwnGroups2(texts).map(({ folder }) => folder),
  ...harmless.flatMap((controller) => listOwnGroups1(texts, controller)),
];
