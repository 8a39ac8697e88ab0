import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endLostWork, findAliveRunners } from './end-lost-work.ts';
import { type JobsFolder, openJobsFolder, removeTree } from './jobs-folder.ts';
import { removeMarkedContainers } from './isolation/docker/remove-containers.ts';
import { killMarkedProcesses } from './marked-processes.ts';
import type { RunnerOptions, WorkContext } from './runner-facts.ts';
import { type CgroupBases, endMarkedCgroups, findCgroupBases } from './work-cgroups.ts';
import type { WorkKind } from './work-kind.ts';

/** The identity of the process that cleans up. */
export interface Cleaner {
  /** The id of the runner that does; undefined: this process runs no work. */
  readonly id?: string;
  readonly dependencies: WorkContext;
  readonly cgroups: CgroupBases;
  /** What this runner's work, and that of runners before it, was put into. */
  readonly options?: Pick<RunnerOptions, 'isolation'>;
}

/**
 * Cleans up after runners that no longer exist: first it ends their processes, which could go on writing; then their work, storing what it
 * left in its folder; then the folders. `all`: every other runner is lost, for a store that only this process uses.
 */
export const cleanUpAfterLostRunners = async (
  { id: own, dependencies, cgroups, options }: Cleaner,
  kinds: readonly WorkKind[],
  folder: JobsFolder,
  all: boolean,
): Promise<void> => {
  const alive = await findAliveRunners(dependencies.store, all);
  const lost = (await readdir(folder.work)).filter((name) => !alive.has(name) && name !== own);
  for (const name of lost) {
    await removeMarkedContainers(options?.isolation, `${folder.id}/${name}/`);
    await endMarkedCgroups(cgroups, `${folder.id}/${name}/`);
    await killMarkedProcesses(`${folder.id}/${name}/`);
  }
  await endLostWork(kinds, dependencies, { alive, rootOf: (id, work) => join(folder.work, id, work) });
  for (const name of lost) await removeTree(join(folder.work, name));
  for (const kind of kinds) await kind.cleanUp?.(dependencies, folder);
};

/** Cleans up in a process that runs no work: all runners of the folder are lost. */
export const cleanUpLeftFolder = async (dependencies: WorkContext, kinds: readonly WorkKind[], folder: string): Promise<void> =>
  cleanUpAfterLostRunners({ dependencies, cgroups: await findCgroupBases(false) }, kinds, await openJobsFolder(folder), true);
