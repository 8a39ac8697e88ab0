import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { findRelativePath } from '../own-files.ts';

/** Folders of the system. Links among them (`/bin` where it is `usr/bin`) stay links. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

const below = (names: string): readonly string[] => names.split(' ').map((name) => `/etc/${name}`);

/** Folders of `/etc` that programs read: certificates, and links to the chosen alternatives. They contain no secrets. */
const sharedFolders = below('ssl/certs pki/ca-trust pki/tls/certs crypto-policies alternatives');

/** Files of `/etc` that programs read: names, certificates, time, libraries, kinds of files. They contain no secrets. */
const sharedFiles = below(
  'passwd group nsswitch.conf hosts host.conf gai.conf resolv.conf protocols services os-release ssl/openssl.cnf ssl/cert.pem ' +
    'pki/tls/cert.pem ld.so.cache localtime timezone mime.types',
);

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** The real path of a file or folder, which it has inside too; undefined if it does not exist. */
export const findReal = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};

const isWithin = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => findRelativePath(folder, path) !== undefined);

/** Whether each sandbox has this path as part of the system. */
export const isOfSystem = (path: string): boolean => isWithin(systemFolders, path);

/** The files of the system that a sandbox can read. */
export interface SharedSystem {
  /** Arguments for `bwrap`. */
  readonly words: readonly string[];
  /** Files that are copied into the sandbox, in the order of their descriptors. */
  readonly inputs: readonly string[];
}

const listFolders = (): readonly string[] => [
  ...systemFolders.flatMap((path) => (isLink(path) ? ['--symlink', readlinkSync(path), path] : ['--ro-bind-try', path, path])),
  ...sharedFolders.flatMap((path) => {
    const real = findReal(path);
    return real === undefined ? [] : isOfSystem(real) ? ['--symlink', real, path] : ['--ro-bind-try', real, path];
  }),
];

/**
 * The system as it is now. A mount of a file takes longer than a copy, and the more mounts there are, the longer each takes: so files are
 * copied, at descriptors from `first` on, and what leads to a file that is visible anyway is a link to it.
 */
export const shareSystem = (first: number): SharedSystem => {
  const visible = [...systemFolders, ...sharedFolders];
  const [words, inputs]: [string[], string[]] = [[...listFolders()], []];
  for (const path of sharedFiles) {
    const real = findReal(path);
    if (real === undefined) continue;
    if (real !== path && isWithin(visible, real)) words.push('--symlink', real, path);
    else words.push('--perms', '0644', '--file', `${first + inputs.push(real) - 1}`, path);
  }
  return { words, inputs };
};
