import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ContainerSettings, Sandbox } from '../isolation.ts';
import { findRelativePath, LinkPlanted } from '../../own-files.ts';

/** A file or folder of the machine at its place in a container. Undefined `source`: an empty folder in memory. */
interface ContainerMount {
  readonly source?: string;
  readonly target: string;
  readonly writes?: boolean;
}

/** Size limit, in bytes, of each in-memory file system that a process can write to. */
export const containerMemoryPlace = 64 * 1024 * 1024;

const findReal = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Mounts each path at itself and, if it is a link, its target as well. */
const mountReads = (paths: readonly string[]): readonly ContainerMount[] =>
  paths.flatMap((path) => {
    const source = findReal(path);
    return source === undefined ? [] : [...new Set([path, source])].map((target) => ({ source, target }));
  });

/** Covers what is of the service where something that is visible contains it. */
const mountHidden = (hides: readonly string[], visible: readonly ContainerMount[]): readonly ContainerMount[] =>
  hides
    .flatMap((path) => [path, findReal(path) ?? path])
    .filter(
      (path) => lstatSync(path, { throwIfNoEntry: false }) && visible.some(({ target }) => findRelativePath(target, path) !== undefined),
    )
    .map((target) => (isFolder(target) ? { target } : { source: '/dev/null', target }));

/**
 * Makes the folders below `/tmp` at which something is mounted, in the folder that is `/tmp` there: a daemon would make them as root, and
 * only root could remove them. Throws LinkPlanted where the work put a link.
 */
const makePlaces = (temporary: string, targets: readonly string[]): void => {
  for (const target of targets) {
    const below = findRelativePath('/tmp', target);
    if (below === undefined || below === '.') continue;
    const parts = below.split('/');
    for (const at of parts.slice(0, -1).keys()) {
      const folder = join(temporary, ...parts.slice(0, at + 1));
      if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 });
      if (!isFolder(folder)) throw new LinkPlanted(`${folder} is no folder any more`);
    }
  }
};

/** Fields of `--mount` are separated by commas, as in a file of comma-separated values. */
const quoteField = (field: string): string => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

const renderMount = ({ source, target, writes }: ContainerMount, memoryOptions: string): readonly string[] =>
  source === undefined
    ? ['--tmpfs', `${target}:${memoryOptions},size=${containerMemoryPlace}`]
    : ['--mount', ['type=bind', `source=${source}`, `target=${target}`, ...(writes ? [] : ['readonly'])].map(quoteField).join(',')];

/** The client's arguments that mount what the processes of a container see besides the image. Later mounts cover earlier ones. */
export const mountSandbox = (
  { isolation, folders, temporary, reads = [], programs = [], writes = [] }: Sandbox,
  { memoryOptions }: ContainerSettings,
): readonly string[] => {
  const shown = mountReads([...isolation.reads, ...programs]);
  const mounts: readonly ContainerMount[] = [
    { target: '/run' },
    { target: '/var/tmp' },
    { source: temporary, target: '/tmp', writes: true },
    ...shown,
    ...mountHidden(isolation.hides, shown),
    ...mountReads(reads),
    ...[...folders, ...writes].map((path) => ({ source: path, target: path, writes: true })),
  ];
  const last = new Map(mounts.map((mount) => [mount.target, mount]));
  makePlaces(temporary, [...last.keys()]);
  return [...last.values()].flatMap((mount) => renderMount(mount, memoryOptions));
};
