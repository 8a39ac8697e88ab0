import type { QueuedDelivery } from '../delivery/delivery-queue.ts';
import { type DueWorkKind, dueWorkOfLinks } from '../pipeline/due-work.ts';
import { activeAssessmentsLink, type StoredAssessment } from './assessments/stored.ts';
import { notificationOutbox } from './notification-configurations/stored.ts';
import { pendingEvaluationsLink } from './policies/evaluation/pending-evaluations.ts';
import { taskCallQueue } from './run-tasks/task-calls.ts';
import type { StoredPolicyEvaluation } from './runs/gates/stored.ts';
import { activeRunsLink, type StoredRun } from './runs/stored.ts';

/** Since when a run of the engine waits for a runner or an agent. */
const queuedAt = ({ executor, status, reached }: StoredRun): string | undefined =>
  executor === 'engine' && (status === 'plan_queued' || status === 'apply_queued') ? reached[status] : undefined;

const deliveryDueAt = ({ state, dueAt }: QueuedDelivery): string | null => (state === 'waiting' ? dueAt : null);

/** What background-work.ts does when it is due. */
export const dueWork: readonly DueWorkKind[] = [
  dueWorkOfLinks<StoredRun>('runs', activeRunsLink, 'runs', ({ movesAt }) => movesAt),
  dueWorkOfLinks<StoredRun>('queued_runs', activeRunsLink, 'runs', queuedAt),
  dueWorkOfLinks<StoredAssessment>('assessments', activeAssessmentsLink, 'assessments', ({ movesAt }) => movesAt),
  dueWorkOfLinks<StoredPolicyEvaluation>('policy_evaluations', pendingEvaluationsLink, 'policy-evaluations', ({ updatedAt }) => updatedAt),
  dueWorkOfLinks<QueuedDelivery>('notifications', notificationOutbox.link, notificationOutbox.kind, deliveryDueAt),
  dueWorkOfLinks<QueuedDelivery>('run_tasks', taskCallQueue.link, taskCallQueue.kind, deliveryDueAt),
];
