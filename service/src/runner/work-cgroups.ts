import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listOwnCgroups, readOwnCgroupTexts } from './cgroup-mounts.ts';
import { endCgroup, isWritable } from './cgroups.ts';
import { type LimitBase, limitMemory, limitProcesses, listLimitBases } from './limit-cgroups.ts';

/** The cgroups below which those of work are created; undefined if the system does not allow any. */
export interface CgroupBases {
  /** The parent of the group that contains all processes of a piece of work. */
  readonly processes: string | undefined;
  /** The parent of the group that limits their memory. In version 2, where a process is in one group only, it is the same. */
  readonly memory: LimitBase | undefined;
  /** Whether the group that holds them together limits their number, too. */
  readonly limitsProcesses?: boolean;
}

/** The cgroups of one piece of work. */
export interface WorkCgroups {
  /** Folders of all of them; each process enters each. */
  readonly folders: readonly string[];
  /** The one whose memory limit holds. */
  readonly limited: string | undefined;
  /** The one whose limit of processes holds. */
  readonly bounded?: string | undefined;
}

/** Limits that the processes of a piece of work have together: bytes of memory, and processes and threads at once. */
export interface SharedLimits {
  readonly memory?: number | undefined;
  readonly processes?: number | undefined;
}

/** Bytes that a trial may use. */
const trialMemory = 1024 ** 3;
const trialProcesses = 100;

const findMemoryBase = async (bases: readonly LimitBase[]): Promise<LimitBase | undefined> => {
  for (const base of bases) if (await isWritable(base.folder, (trial) => limitMemory(trial, base.version, trialMemory))) return base;
  return undefined;
};
/** `only`: where a group has to be in version 2, because a process is in one group of it only. */
const findPidsBase = async (bases: readonly LimitBase[], only: string | undefined): Promise<LimitBase | undefined> => {
  for (const base of bases.filter(({ folder, version }) => only === undefined || version === 1 || folder === only))
    if (await isWritable(base.folder, (trial) => limitProcesses(trial, trialProcesses))) return base;
  return undefined;
};
const findProcessesBase = async (folders: readonly string[]): Promise<string | undefined> => {
  for (const folder of folders) if (await isWritable(folder)) return folder;
  return undefined;
};

/**
 * Finds the parent groups. `limitsMemory` and the other needed limits only decide which controllers are enabled: the location does not
 * depend on them, so that groups left by another process are found.
 */
export const findCgroupBases = async (limitsMemory: boolean, limitsNumber = false): Promise<CgroupBases> => {
  const texts = await readOwnCgroupTexts();
  const memory = await findMemoryBase(await listLimitBases(texts, 'memory', limitsMemory));
  const own = memory?.version === 2 ? memory.folder : undefined;
  const pids = await findPidsBase(await listLimitBases(texts, 'pids', limitsNumber), own);
  // Version 1 has process groups besides memory groups: one with a limit contains the processes as well as any other.
  if (pids && (own === undefined || pids.folder === own)) return { processes: pids.folder, memory, limitsProcesses: true };
  return { processes: own ?? (await findProcessesBase(listOwnCgroups(texts))), memory };
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

const boundProcesses = async (group: string | undefined, bases: CgroupBases, most: number | undefined): Promise<string | undefined> => {
  if (group === undefined || most === undefined || bases.limitsProcesses !== true) return undefined;
  return limitProcesses(group, most).then(
    () => group,
    () => undefined,
  );
};

/** Creates the groups of a piece of work with this mark. */
export const createWorkCgroups = async (bases: CgroupBases, mark: string, limits: SharedLimits = {}): Promise<WorkCgroups> => {
  const processes = await createGroup(bases.processes, mark);
  const bounded = await boundProcesses(processes, bases, limits.processes);
  return { ...(await addMemoryCgroup(bases, mark, processes, limits.memory)), bounded };
};

/** The groups with that of the memory limit, which may be the one that holds the processes together. */
const addMemoryCgroup = async (
  bases: CgroupBases,
  mark: string,
  processes: string | undefined,
  memory: number | undefined,
): Promise<WorkCgroups> => {
  const folders = processes === undefined ? [] : [processes];
  if (memory === undefined || bases.memory === undefined) return { folders, limited: undefined };
  const { folder, version } = bases.memory;
  const limited = folder === bases.processes ? processes : await createGroup(folder, mark);
  if (limited === undefined) return { folders, limited };
  try {
    await limitMemory(limited, version, memory);
  } catch {
    // The trial succeeded but this group failed: the work then has only the limits of its single processes.
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
