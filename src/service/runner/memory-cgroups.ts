import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listOwnGroups1, listOwnGroups2, type OwnCgroupTexts } from './cgroup-mounts.ts';

/** A cgroup below which others can have a memory limit of their own. */
export interface MemoryBase {
  readonly folder: string;
  readonly version: 1 | 2;
}

/** Whether groups below this one of version 2 have the memory controller. `enable`: gives it to them where that is possible. */
const givesMemory = async (folder: string, enable: boolean): Promise<boolean> => {
  const file = join(folder, 'cgroup.subtree_control');
  const hasMemory = async (): Promise<boolean> => /\bmemory\b/.test(await readFile(file, 'utf8').catch(() => ''));
  if (await hasMemory()) return true;
  // The kernel refuses it where processes are in the group itself, and where nobody delegated the controller.
  if (enable) await writeFile(file, '+memory').catch(() => undefined);
  return enable && (await hasMemory());
};

/**
 * Where groups with a memory limit may be created, best first: below this process's own group of version 2 or beside it (a delegated
 * unit whose processes are in a group of their own), or below its group of the memory controller of version 1.
 */
export const listMemoryBases = async (texts: OwnCgroupTexts, enable: boolean): Promise<readonly MemoryBase[]> => {
  const bases: MemoryBase[] = [];
  for (const { folder, top } of listOwnGroups2(texts))
    for (const one of folder === top ? [folder] : [folder, dirname(folder)])
      if (await givesMemory(one, enable)) bases.push({ folder: one, version: 2 });
  return [...bases, ...listOwnGroups1(texts, 'memory').map((folder) => ({ folder, version: 1 as const }))];
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
