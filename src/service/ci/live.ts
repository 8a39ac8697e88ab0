import { newId } from '../new-id.ts';
import type { ApiDefinition } from '../surface.ts';
import { pollSchedulesAndWebhooks } from './events/event-clock.ts';
import { pollPipelines } from './pipelines/pipeline-clock.ts';
import { endOrphanedJobs } from './runner/finish.ts';
import { startRunner } from './runner/runner.ts';
import { pollUsageExports } from './usage/usage-clock.ts';

/** What goes on without being asked. Jobs really run where the command line said so; those of a process that is gone are ended in any case. */
export const ciBackgroundWork: NonNullable<ApiDefinition['startBackgroundWork']> = ({ store, clock, settings, report, profile, address, jobs }) => {
  const clocks = [pollPipelines, pollUsageExports, pollSchedulesAndWebhooks].map((one) => one(store, clock, settings, report));
  const running = jobs && startRunner({ store, clock, settings, report, address, hosted: profile !== 'neutral' }, jobs);
  const ending = running || store.shared ? undefined
    : endOrphanedJobs(store, { clock, settings: settings(), newId }, true).catch((error: unknown) => { report('ending jobs that nobody runs any more', error); });
  return { stop: async () => { await Promise.all([...clocks.map((one) => one.stop()), running?.stop(), ending]); } };
};
