import { newId } from '../store/new-id.ts';
import { endOrphanedJobs } from './finish-job.ts';
import { type RunnerDependencies, type RunnerOptions, startRunner } from './runner.ts';

/** Runs jobs if `options` are given. Otherwise it only ends the jobs of a process that is gone. */
export const startRunnerWork = (dependencies: RunnerDependencies, options: RunnerOptions | undefined): { stop(): Promise<void> } => {
  if (options) return startRunner(dependencies, options);
  const { store, clock, settings, report } = dependencies;
  const ending = store.shared
    ? undefined
    : endOrphanedJobs(store, { clock, settings: settings(), newId }, true).catch((error: unknown) => {
        report('ending jobs that nobody runs any more', error);
      });
  return {
    stop: async () => {
      await ending;
    },
  };
};
