import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listOwnCgroups, readOwnCgroupTexts } from './cgroup-mounts.ts';
import { endCgroup, isWritable } from './cgroups.ts';
import { limitMemory, listMemoryBases, type MemoryBase } from './memory-cgroups.ts';

/** The cgroups below which those of work are created; undefined where the system lets nobody create any. */
export interface CgroupBases {
  /** For the group that holds the processes of a piece of work together. */
  readonly processes: string | undefined;
  /** For the group that limits their memory. In version 2, where a process is in one group only, it is the same. */
  readonly memory: MemoryBase | undefined;
}

/** The cgroups of one piece of work. */
export interface WorkCgroups {
  /** Folders of all of them; each process enters each. */
  readonly folders: readonly string[];
  /** The one whose memory limit holds. */
  readonly limited: string | undefined;
}

/** Bytes that a trial may use. */
const trialMemory = 1024 ** 3;

const findMemoryBase = async (bases: readonly MemoryBase[]): Promise<MemoryBase | undefined> => {
  for (const base of bases) if (await isWritable(base.folder, (trial) => limitMemory(trial, base.version, trialMemory))) return base;
  return undefined;
};
const findProcessesBase = async (folders: readonly string[]): Promise<string | undefined> => {
  for (const folder of folders) if (await isWritable(folder)) return folder;
  return undefined;
};

/** `limitsMemory`: the memory controller may be given to groups that are created. */
export const findCgroupBases = async (limitsMemory: boolean): Promise<CgroupBases> => {
  const texts = await readOwnCgroupTexts();
  const memory = await findMemoryBase(await listMemoryBases(texts, limitsMemory));
  const processes = memory?.version === 2 ? memory.folder : await findProcessesBase(listOwnCgroups(texts));
  return { processes, memory };
};

/** The name of the group of work with this mark, or its beginning. */
export const cgroupName = (mark: string): string => `slipway.${mark.replaceAll('/', '.')}`;
/** The folders in which groups of work are. */
export const listBases = ({ processes, memory }: CgroupBases): readonly string[] =>
  [...new Set([processes, memory?.folder])].filter((folder) => folder !== undefined);

const createGroup = async (base: string | undefined, mark: string): Promise<string | undefined> => {
  if (base === undefined) return undefined;
  const folder = join(base, cgroupName(mark));
  return mkdir(folder).then(
    () => folder,
    () => undefined,
  );
};

/** Creates the groups of a piece of work. `mark`: its mark; `memory`: bytes that its processes may use together. */
export const createWorkCgroups = async (bases: CgroupBases, mark: string, memory?: number): Promise<WorkCgroups> => {
  const processes = await createGroup(bases.processes, mark);
  const folders = processes === undefined ? [] : [processes];
  if (memory === undefined || bases.memory === undefined) return { folders, limited: undefined };
  const { folder, version } = bases.memory;
  const limited = folder === bases.processes ? processes : await createGroup(folder, mark);
  if (limited === undefined) return { folders, limited };
  try {
    await limitMemory(limited, version, memory);
  } catch {
    // It worked in the trial: the work then has the limits that each of its processes has by itself.
    if (limited !== processes) await endCgroup(limited);
    return { folders, limited: undefined };
  }
  return { folders: [...new Set([...folders, limited])], limited };
};

/** Ends the groups of work whose mark begins so. */
export const endMarkedCgroups = async (bases: CgroupBases, begins: string): Promise<void> => {
  for (const base of listBases(bases))
    for (const name of await readdir(base).catch(() => [])) if (name.startsWith(cgroupName(begins))) await endCgroup(join(base, name));
};
