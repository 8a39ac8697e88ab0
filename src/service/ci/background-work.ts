import { newId } from '../store/new-id.ts';
import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { pollSchedulesAndWebhooks } from './schedules/poll-schedules-and-webhooks.ts';
import { pollPipelines } from './pipelines/poll-pipelines.ts';
import { endOrphanedJobs } from '../runner/finish-job.ts';
import { startRunner } from '../runner/runner.ts';
import { pollUsageExports } from './usage-exports/poll-usage-exports.ts';

/** What goes on without being asked. Jobs really run where the command line said so; those of a process that is gone are ended in any case. */
export const ciBackgroundWork: NonNullable<ApiDefinition['startBackgroundWork']> = ({
  store,
  clock,
  settings,
  report,
  profile,
  address,
  jobs,
}) => {
  const clocks = [pollPipelines, pollUsageExports, pollSchedulesAndWebhooks].map((one) => one(store, clock, settings, report));
  const running = jobs && startRunner({ store, clock, settings, report, address, hosted: profile !== 'neutral' }, jobs);
  const ending =
    running || store.shared
      ? undefined
      : endOrphanedJobs(store, { clock, settings: settings(), newId }, true).catch((error: unknown) => {
          report('ending jobs that nobody runs any more', error);
        });
  return {
    stop: async () => {
      await Promise.all([...clocks.map((one) => one.stop()), running?.stop(), ending]);
    },
  };
};
