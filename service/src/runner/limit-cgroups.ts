import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listOwnGroups1, listOwnGroups2, type OwnCgroupTexts } from './cgroup-mounts.ts';

/** A cgroup below which others can have a limit of their own. */
export interface LimitBase {
  readonly folder: string;
  readonly version: 1 | 2;
}

/** A controller of cgroups by which the work of a runner is limited. */
export type LimitController = 'memory' | 'pids';

/** Whether groups below this one of version 2 have the controller. `enable`: gives it to them where that is possible. */
const givesController = async (folder: string, controller: LimitController, enable: boolean): Promise<boolean> => {
  const file = join(folder, 'cgroup.subtree_control');
  const hasIt = async (): Promise<boolean> => new RegExp(`\\b${controller}\\b`).test(await readFile(file, 'utf8').catch(() => ''));
  if (await hasIt()) return true;
  // The kernel refuses it if the group itself has processes, or the controller is not delegated.
  if (enable) await writeFile(file, `+${controller}`).catch(() => undefined);
  return enable && (await hasIt());
};

/**
 * Where groups with a limit can be created, best first: in version 2 below this process's own group or beside it (a delegated unit whose
 * processes are in a subgroup), in version 1 below its group of the controller.
 */
export const listLimitBases = async (
  texts: OwnCgroupTexts,
  controller: LimitController,
  enable: boolean,
): Promise<readonly LimitBase[]> => {
  const bases: LimitBase[] = [];
  for (const { folder, top } of listOwnGroups2(texts))
    for (const one of folder === top ? [folder] : [folder, dirname(folder)])
      if (await givesController(one, controller, enable)) bases.push({ folder: one, version: 2 });
  return [...bases, ...listOwnGroups1(texts, controller).map((folder) => ({ folder, version: 1 as const }))];
};

/** Files that limit a group, in this order; those of swap and of killing a group as a whole are not on every system. */
const limitFiles = {
  1: (bytes: number) => [['memory.limit_in_bytes', `${bytes}`, true] as const, ['memory.memsw.limit_in_bytes', `${bytes}`, false] as const],
  2: (bytes: number) =>
    [
      ['memory.max', `${bytes}`, true],
      ['memory.swap.max', '0', false],
      ['memory.oom.group', '1', false],
    ] as const,
};

/** Limits the memory of all processes of a group together. Throws where the system does not let it. */
export const limitMemory = async (group: string, version: 1 | 2, bytes: number): Promise<void> => {
  for (const [file, text, isNeeded] of limitFiles[version](bytes))
    await writeFile(join(group, file), text, { flag: 'r+' }).catch((error: unknown) => {
      if (isNeeded || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
};

/** How often the kernel ended processes of a limited group because it needed more memory. */
export const countMemoryKills = async (group: string): Promise<number> => {
  const texts = await Promise.all(
    ['memory.events', 'memory.oom_control'].map((name) => readFile(join(group, name), 'utf8').catch(() => '')),
  );
  return Number(/^oom_kill (\d+)$/m.exec(texts.join('\n'))?.[1] ?? 0);
};

/** Limits the processes and threads that a group has at once. Throws where the system does not let it. */
export const limitProcesses = (group: string, most: number): Promise<void> => writeFile(join(group, 'pids.max'), `${most}`, { flag: 'r+' });

/** How often the kernel refused a limited group another process. */
export const countRefusedProcesses = async (group: string): Promise<number> =>
  Number(/^max (\d+)$/m.exec(await readFile(join(group, 'pids.events'), 'utf8').catch(() => ''))?.[1] ?? 0);
