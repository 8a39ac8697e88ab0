import { endLostWork, findAliveRunners } from './end-lost-work.ts';
import { type RunnerDependencies, type RunnerOptions, startRunner } from './runner.ts';
import type { WorkKind } from './work-kind.ts';

/** Does work of these kinds if `options` are given. Otherwise it only ends the work of a process that is gone. */
export const startRunnerWork = (
  dependencies: RunnerDependencies,
  options: RunnerOptions | undefined,
  kinds: readonly WorkKind[],
): { stop(): Promise<void> } => {
  if (options) return startRunner(dependencies, options, kinds);
  const { store, report } = dependencies;
  const ending = store.shared
    ? undefined
    : findAliveRunners(store, true)
        .then((alive) => endLostWork(kinds, dependencies, { alive }))
        .catch((error: unknown) => {
          report('ending jobs that nobody runs any more', error);
        });
  return {
    stop: async () => {
      await ending;
    },
  };
};
