import { type DueWorkKind, dueWorkOfLinks } from '../pipeline/due-work.ts';
import { type Job, queueLink } from './jobs/job-records.ts';
import { dueJobs, duePipelines } from './pipelines/advance-pipelines.ts';
import { dueSchedules } from './schedules/schedule-task.ts';
import { dueUsageExports } from './usage-exports/advance-usage-exports.ts';
import { dueWebhooks } from './webhooks/webhook-task.ts';

/** What background-tasks.ts does when it is due, and the jobs that wait for a runner. */
export const ciDueWork: readonly DueWorkKind[] = [
  duePipelines,
  dueJobs,
  dueWorkOfLinks<Job>('queued_jobs', queueLink, 'ci-jobs', ({ queuedAt }) => queuedAt),
  dueSchedules,
  dueUsageExports,
  dueWebhooks,
];
