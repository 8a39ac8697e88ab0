import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { createLostJobTask } from './agent-jobs/end-lost-jobs.ts';
import { createAssessmentTasks } from './assessments/advance-assessments.ts';
import { createAuditTrailTask } from './audit-trail/prune-audit-trail.ts';
import { createAutoDestroyTask } from './auto-destroy/destroy-due.ts';
import { createNotificationTask } from './notification-configurations/deliver-notifications.ts';
import { createPolicyTask } from './policies/evaluation/evaluate-pending.ts';
import { createTaskCallTask } from './run-tasks/call-tasks.ts';
import { createRunTask } from './runs/advance-runs.ts';
import { createUploadTask } from './state-versions/sweep-uploads.ts';

/**
 * Moves runs and assessments on, evaluates policies, delivers notifications, calls run tasks, ends runs of lost agents, prunes audit
 * trails and what is left of interrupted uploads.
 */
export const createBackgroundTasks: NonNullable<ApiDefinition['createBackgroundTasks']> = (context) => [
  ...createAssessmentTasks(context),
  createAutoDestroyTask(context),
  createAuditTrailTask(context),
  createUploadTask(context),
  createRunTask(context),
  createPolicyTask(context),
  createNotificationTask(context),
  createTaskCallTask(context),
  createLostJobTask(context),
];
