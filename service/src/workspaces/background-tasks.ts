import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { createLostJobTask } from './agent-jobs/end-lost-jobs.ts';
import { createAssessmentTasks, dueAssessments } from './assessments/advance-assessments.ts';
import { createAuditTrailTask } from './audit-trail/prune-audit-trail.ts';
import { createAutoDestroyTask } from './auto-destroy/destroy-due.ts';
import { createCommandTask, dueCommands } from './engine-commands/advance-commands.ts';
import { createNotificationTask, dueNotifications } from './notification-configurations/deliver-notifications.ts';
import { createPolicyTask } from './policies/evaluation/evaluate-pending.ts';
import { createTaskCallTask, dueTaskCalls } from './run-tasks/call-tasks.ts';
import { createRunTask, dueRuns } from './runs/advance-runs.ts';
import { createUploadTask } from './state-versions/sweep-uploads.ts';
import { type DueWorkKind, dueWorkOfLinks } from '../pipeline/due-work.ts';
import { pendingEvaluationsLink } from './policies/evaluation/pending-evaluations.ts';
import type { StoredPolicyEvaluation } from './runs/gates/stored.ts';
import { activeRunsLink, type StoredRun } from './runs/stored.ts';

/** Since when a run of the engine waits for a runner or an agent. */
const queuedAt = ({ executor, status, reached }: StoredRun): string | undefined =>
  executor === 'engine' && (status === 'plan_queued' || status === 'apply_queued') ? reached[status] : undefined;

/** The kinds of work that these tasks do when it is due. */
export const dueWork: readonly DueWorkKind[] = [
  dueRuns,
  dueWorkOfLinks<StoredRun>('queued_runs', activeRunsLink, 'runs', queuedAt),
  dueAssessments,
  dueCommands,
  dueWorkOfLinks<StoredPolicyEvaluation>('policy_evaluations', pendingEvaluationsLink, 'policy-evaluations', ({ updatedAt }) => updatedAt),
  dueNotifications,
  dueTaskCalls,
];

/**
 * Moves runs, assessments, queries and test runs on, evaluates policies, delivers notifications, calls run tasks, ends runs of lost
 * agents, prunes audit trails and what is left of interrupted uploads.
 */
export const createBackgroundTasks: NonNullable<ApiDefinition['createBackgroundTasks']> = (context) => [
  ...createAssessmentTasks(context),
  createAutoDestroyTask(context),
  createAuditTrailTask(context),
  createUploadTask(context),
  createRunTask(context),
  createCommandTask(context),
  createPolicyTask(context),
  createNotificationTask(context),
  createTaskCallTask(context),
  createLostJobTask(context),
];
