import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { pollPipelines } from './pipelines/poll-pipelines.ts';
import { pollSchedules } from './schedules/poll-schedules.ts';
import { pollUsageExports } from './usage-exports/poll-usage-exports.ts';
import { pollWebhooks } from './webhooks/poll-webhooks.ts';

/** Work of the CI service that no request starts: it advances pipelines and usage exports, starts schedules and delivers webhooks. */
export const ciBackgroundWork: NonNullable<ApiDefinition['startBackgroundWork']> = ({ store, clock, settings, report }) => {
  const polls = [pollPipelines, pollUsageExports, pollSchedules, pollWebhooks].map((poll) => poll(store, clock, settings, report));
  return {
    stop: async () => {
      await Promise.all(polls.map((poll) => poll.stop()));
    },
  };
};
