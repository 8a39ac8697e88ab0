import type { JobStatus, WorkflowStatus } from '../configuration/index.ts';

/** A delivery to a webhook. */
export interface WebhookDelivery {
  readonly webhook: string;
  readonly type: 'workflow-completed' | 'job-completed';
  readonly happenedAt: string;
  /** Id of the workflow or the job. */
  readonly subject: string;
  readonly status: WorkflowStatus | JobStatus;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** When the next attempt is due. */
  readonly dueAt: string;
  /** The result of the last attempt: an HTTP status, or the reason why there is none. */
  readonly answer: string | null;
}
export const outboxLink = 'ci-outbox';
