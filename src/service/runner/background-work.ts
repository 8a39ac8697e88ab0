import { newId } from '../store/new-id.ts';
import { endOrphanedJobs } from './finish-job.ts';
import { type RunnerDependencies, type RunnerOptions, startRunner } from './runner.ts';

/** Runs jobs where the operator chose that (`options`). Otherwise it only ends the jobs that a process left running which is gone. */
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
