import { existsSync } from 'node:fs';
import { cleanUpAfterLostRunners } from './clean-up-after-lost-runners.ts';
import { endLostWork, findAliveRunners } from './end-lost-work.ts';
import { openJobsFolder } from './jobs-folder.ts';
import { type RunnerDependencies, type RunnerOptions, startRunner } from './runner.ts';
import { findCgroupBases } from './work-cgroups.ts';
import { listWatchedKinds, type WorkKind } from './work-kind.ts';

/** Ends the work of processes that are gone. What it left in the folder is stored before the folder is cleared. */
const endWorkOfBefore = async (dependencies: RunnerDependencies, kinds: readonly WorkKind[], folder: string | undefined): Promise<void> => {
  if (folder !== undefined && existsSync(folder))
    await cleanUpAfterLostRunners({ dependencies, cgroups: await findCgroupBases(false) }, kinds, await openJobsFolder(folder), true);
  else await endLostWork(kinds, dependencies, { alive: await findAliveRunners(dependencies.store, true) });
};

/**
 * Does work of these kinds if `options` are given. Otherwise it only ends the work of a process that is gone, which may have left
 * something in `leftFolder`.
 */
export const startRunnerWork = (
  dependencies: RunnerDependencies,
  options: RunnerOptions | undefined,
  kinds: readonly WorkKind[],
  leftFolder: string | undefined,
): { stop(): Promise<void> } => {
  if (options) return startRunner(dependencies, options, kinds);
  const { store, report } = dependencies;
  // What is watched is announced to the processes that run work.
  const endWatch = store.watch(listWatchedKinds(kinds), () => {});
  const ending = store.shared
    ? undefined
    : endWorkOfBefore(dependencies, kinds, leftFolder).catch((error: unknown) => {
        report('ending jobs that nobody runs any more', error);
      });
  return {
    stop: async () => {
      endWatch();
      await ending;
    },
  };
};
