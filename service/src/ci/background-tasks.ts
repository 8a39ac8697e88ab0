import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { createPipelineTask } from './pipelines/advance-pipelines.ts';
import { createScheduleTask } from './schedules/schedule-task.ts';
import { createUsageExportTask } from './usage-exports/advance-usage-exports.ts';
import { createWebhookTask } from './webhooks/webhook-task.ts';

/** Work of the CI service that no request starts: it advances pipelines and usage exports, starts schedules and delivers webhooks. */
export const ciBackgroundTasks: NonNullable<ApiDefinition['createBackgroundTasks']> = (context) => [
  createPipelineTask(context),
  createUsageExportTask(context),
  createScheduleTask(context),
  createWebhookTask(context),
];
