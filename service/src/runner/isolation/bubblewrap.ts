import { lstatSync } from 'node:fs';
import { findRelativePath } from '../own-files.ts';
import { firstInput } from '../process-command.ts';
import type { RunNetwork, Sandbox } from './isolation.ts';
import { findReal, isOfSystem, shareSystem } from './system-files.ts';

/** Mounts each path at itself and, if it is a link, its target as well. */
const listReads = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].flatMap((path) => {
    const real = findReal(path);
    if (real === undefined) return [];
    // System folders that are mounted already are left out.
    const places = [...new Set([path, real])].filter((at) => at !== real || !isOfSystem(real));
    return places.flatMap((at) => ['--ro-bind', real, at]);
  });

/** Covers what is of the service where something that is visible contains it; folders with `empty` ones. */
const listHidden = (
  hides: readonly string[],
  shown: readonly string[],
): { readonly words: readonly string[]; readonly empty: readonly string[] } => {
  const visible = shown.flatMap((path) => [path, findReal(path) ?? path]);
  const all = [...new Set(hides.flatMap((path) => [path, findReal(path) ?? path]))].flatMap((path) => {
    const stored = lstatSync(path, { throwIfNoEntry: false });
    if (!stored || !(isOfSystem(path) || visible.some((folder) => findRelativePath(folder, path) !== undefined))) return [];
    return [{ path, isFolder: stored.isDirectory() }];
  });
  return {
    words: all.flatMap(({ path, isFolder }) => (isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path])),
    empty: all.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  };
};

/** Also for `proxy` the sandbox has its own network; the way out is a socket in a folder. */
const shareNetwork = ({ kind }: RunNetwork): readonly string[] => (kind === 'full' ? ['--share-net'] : []);

/**
 * Files of `/proc` that change the machine. The kernel lets the user root write to most of them even without capabilities, and root stays
 * root in a sandbox that root made.
 */
const machineFiles = ['sys', 'sysrq-trigger', 'fs', 'acpi', 'scsi', 'mtrr'].map((name) => `/proc/${name}`);
const processes = ['--proc', '/proc', ...machineFiles.flatMap((path) => ['--ro-bind-try', path, path])];

/** Namespaces, and what a process is not. */
const boundaries =
  '--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try ' +
  '--die-with-parent --new-session --cap-drop ALL --hostname slipway';

/** Size limit, in bytes, of each in-memory file system that a process can write to. */
const memoryPlace = 64 * 1024 * 1024;
const places = ['/run', '/var/tmp', '/dev/shm'].flatMap((path) => ['--size', `${memoryPlace}`, '--tmpfs', path]);

/** A command of `bwrap`. */
export interface WrappedCommand {
  readonly argv: readonly string[];
  /** Files that it reads, at descriptors from `firstInput` on. */
  readonly inputs: readonly string[];
}

/**
 * The arguments of `bwrap` before `argv`. They do not contain the environment, because command lines are readable for everybody on the
 * machine. Later mounts cover earlier ones: the folder of a piece of work may be inside a hidden folder. Mount points are made read-only at
 * the end, because they are in memory without a limit.
 */
export const wrapInBubblewrap = (sandbox: Sandbox, argv: readonly string[]): WrappedCommand => {
  const { isolation, folders, temporary, reads = [], programs = [], writes = [] } = sandbox;
  const shown = [...isolation.reads, ...programs];
  const system = shareSystem(firstInput);
  const hidden = listHidden(isolation.hides, shown);
  const words = [
    isolation.program,
    ...boundaries.split(' '),
    ...shareNetwork(isolation.network),
    ...system.words,
    ...processes,
    '--dev',
    '/dev',
    ...places,
    '--bind',
    temporary,
    '/tmp',
    ...listReads(shown),
    ...hidden.words,
    ...listReads(reads),
    ...[...folders, ...writes].flatMap((path) => ['--bind', path, path]),
    ...['/dev', ...hidden.empty, '/'].flatMap((path) => ['--remount-ro', path]),
    '--',
  ];
  return { argv: [...words, ...argv], inputs: system.inputs };
};
