import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { findRelativePath } from '../own-files.ts';
import type { RunNetwork, Sandbox } from './isolation.ts';

/** Folders of the system. Links among them (`/bin` where it is `usr/bin`) stay links. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** What programs look up in `/etc`: names, certificates, time, libraries, terminals. Nothing of it is secret. */
const systemFiles = (
  'passwd group nsswitch.conf hosts host.conf gai.conf resolv.conf protocols services os-release ssl/certs ssl/openssl.cnf ' +
  'ca-certificates ca-certificates.conf pki/ca-trust pki/tls/certs pki/tls/cert.pem crypto-policies alternatives ld.so.cache ' +
  'ld.so.conf ld.so.conf.d localtime timezone mime.types terminfo'
)
  .split(' ')
  .map((name) => `/etc/${name}`);

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** A file or folder as it is now; a link in its path leads to the same place inside. Undefined: there is none. */
const findReal = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

const findSystem = (): readonly string[] => [
  ...systemFolders.flatMap((path) => (isLink(path) ? ['--symlink', readlinkSync(path), path] : ['--ro-bind-try', path, path])),
  ...systemFiles.flatMap((path) => {
    const real = findReal(path);
    return real === undefined ? [] : ['--ro-bind', real, path];
  }),
];

let system: readonly string[] | undefined;

/** At their own path, and where links lead to, at that path too. */
const listReads = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].flatMap((path) => {
    const real = findReal(path);
    if (real === undefined) return [];
    return [path, ...(real === path ? [] : [real])].flatMap((at) => ['--ro-bind', real, at]);
  });

/** Covers what is of the service where something that is visible contains it. */
const listHidden = (hides: readonly string[], visible: readonly string[]): readonly string[] =>
  [...new Set(hides.flatMap((path) => [path, findReal(path) ?? path]))].flatMap((path) => {
    const stored = lstatSync(path, { throwIfNoEntry: false });
    if (!stored || visible.every((folder) => findRelativePath(folder, path) === undefined)) return [];
    return stored.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
  });

/** Also a network that only a proxy leads out of is one of its own. */
const shareNetwork = ({ kind }: RunNetwork): readonly string[] => (kind === 'full' ? ['--share-net'] : []);

/**
 * Files of `/proc` that change the machine. The system lets the user root write to most of them whatever its capabilities are, and root
 * stays root in a sandbox that root made.
 */
const machineFiles = ['sys', 'sysrq-trigger', 'fs', 'acpi', 'scsi', 'mtrr'].map((name) => `/proc/${name}`);

/** Namespaces, and what a process is not. */
const boundaries =
  '--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try ' +
  '--die-with-parent --new-session --cap-drop ALL --hostname slipway';

/** Bytes of each place in memory that a process can write to beside its folder. */
const memoryPlace = 64 * 1024 * 1024;

/**
 * The words that start `argv`, with the environment that it is started with: they have nothing of it, because everybody on the machine
 * could read it there. What is listed later covers what came before: the folder of a piece of work may lie in a hidden folder.
 */
export const wrapInBubblewrap = (sandbox: Sandbox, argv: readonly string[]): readonly string[] => {
  const { isolation, folders, temporary, reads = [], programs = [], writes = [] } = sandbox;
  const shown = [...isolation.reads, ...programs];
  const visible = [...systemFolders, ...shown.flatMap((path) => [path, findReal(path) ?? path])];
  const places = ['/run', '/var/tmp', '/dev/shm'].flatMap((path) => ['--size', `${memoryPlace}`, '--tmpfs', path]);
  return [
    isolation.program,
    ...boundaries.split(' '),
    ...shareNetwork(isolation.network),
    ...(system ??= findSystem()),
    '--proc',
    '/proc',
    ...machineFiles.flatMap((path) => ['--ro-bind-try', path, path]),
    '--dev',
    '/dev',
    ...places,
    '--bind',
    temporary,
    '/tmp',
    ...listReads(shown),
    ...listHidden(isolation.hides, visible),
    ...listReads(reads),
    ...[...folders, ...writes].flatMap((path) => ['--bind', path, path]),
    '--remount-ro',
    '/',
    '--',
    ...argv,
  ];
};
