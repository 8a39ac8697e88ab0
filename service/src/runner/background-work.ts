import { existsSync } from 'node:fs';
import { endLostWork, findAliveRunners } from './end-lost-work.ts';
import type { RunnerDependencies, RunnerOptions } from './runner-facts.ts';
import { listWatchedKinds, type WorkKind } from './work-kind.ts';

/** Ends the work of processes that no longer exist. What it left in the folder is stored before the folder is cleared. */
const endWorkOfBefore = async (dependencies: RunnerDependencies, kinds: readonly WorkKind[], folder: string | undefined): Promise<void> => {
  if (folder === undefined || !existsSync(folder))
    return void (await endLostWork(kinds, dependencies, { alive: await findAliveRunners(dependencies.store, true) }));
  // Loaded only if processes may be left, because few starts need it.
  const { cleanUpLeftFolder } = await import('./clean-up-after-lost-runners.ts');
  await cleanUpLeftFolder(dependencies, kinds, folder);
};

/**
 * Runs work of these kinds if `options` are given. Otherwise it only ends the work of a lost process, which may have left files in
 * `leftFolder`.
 */
export const startRunnerWork = (
  dependencies: RunnerDependencies,
  options: RunnerOptions | undefined,
  kinds: readonly WorkKind[],
  leftFolder: string | undefined,
): { stop(): Promise<void> } => {
  if (options) {
    const starting = import('./runner.ts').then(({ startRunner }) => startRunner(dependencies, options, kinds));
    return { stop: async () => (await starting).stop() };
  }
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
