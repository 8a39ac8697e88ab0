import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { createPipelineTask, dueJobs, duePipelines } from './pipelines/advance-pipelines.ts';
import { createScheduleTask, dueSchedules } from './schedules/schedule-task.ts';
import { createUsageExportTask, dueUsageExports } from './usage-exports/advance-usage-exports.ts';
import { createWebhookTask, dueWebhooks } from './webhooks/webhook-task.ts';
import { type DueWorkKind, dueWorkOfLinks } from '../pipeline/due-work.ts';
import { type Job, queueLink } from './jobs/job-records.ts';

/** The kinds of work that these tasks do when it is due, and the jobs that wait for a runner. */
export const ciDueWork: readonly DueWorkKind[] = [
  duePipelines,
  dueJobs,
  dueWorkOfLinks<Job>('queued_jobs', queueLink, 'ci-jobs', ({ queuedAt }) => queuedAt),
  dueSchedules,
  dueUsageExports,
  dueWebhooks,
];

/** Work of the CI service that no request starts: it advances pipelines and usage exports, starts schedules and delivers webhooks. */
export const ciBackgroundTasks: NonNullable<ApiDefinition['createBackgroundTasks']> = (context) => [
  createPipelineTask(context),
  createUsageExportTask(context),
  createScheduleTask(context),
  createWebhookTask(context),
];
