import type { QueuedDelivery } from '../../delivery/delivery-queue.ts';
import type { JobStatus, WorkflowStatus } from '../configuration/states/statuses.ts';

/** A delivery to a webhook. */
export interface WebhookDelivery extends QueuedDelivery {
  readonly webhook: string;
  readonly type: 'workflow-completed' | 'job-completed';
  readonly happenedAt: string;
  /** Id of the workflow or the job. */
  readonly subject: string;
  readonly status: WorkflowStatus | JobStatus;
}
export const outboxLink = 'ci-outbox';
