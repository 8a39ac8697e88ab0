import { type DueWorkKind, dueWorkOfLinks } from '../pipeline/due-work.ts';
import { dueAssessments } from './assessments/advance-assessments.ts';
import { dueNotifications } from './notification-configurations/deliver-notifications.ts';
import { pendingEvaluationsLink } from './policies/evaluation/pending-evaluations.ts';
import { dueTaskCalls } from './run-tasks/call-tasks.ts';
import { dueRuns } from './runs/advance-runs.ts';
import type { StoredPolicyEvaluation } from './runs/gates/stored.ts';
import { activeRunsLink, type StoredRun } from './runs/stored.ts';

/** Since when a run of the engine waits for a runner or an agent. */
const queuedAt = ({ executor, status, reached }: StoredRun): string | undefined =>
  executor === 'engine' && (status === 'plan_queued' || status === 'apply_queued') ? reached[status] : undefined;

/** What background-tasks.ts does when it is due. */
export const dueWork: readonly DueWorkKind[] = [
  dueRuns,
  dueWorkOfLinks<StoredRun>('queued_runs', activeRunsLink, 'runs', queuedAt),
  dueAssessments,
  dueWorkOfLinks<StoredPolicyEvaluation>('policy_evaluations', pendingEvaluationsLink, 'policy-evaluations', ({ updatedAt }) => updatedAt),
  dueNotifications,
  dueTaskCalls,
];
