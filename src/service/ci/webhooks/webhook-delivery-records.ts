import type { JobStatus, WorkflowStatus } from '../configuration/index.ts';

/** A request that a webhook is owed. */
export interface WebhookDelivery {
  readonly webhook: string;
  readonly type: 'workflow-completed' | 'job-completed';
  readonly happenedAt: string;
  /** Of the workflow, or of the job. */
  readonly subject: string;
  readonly status: WorkflowStatus | JobStatus;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** When it is sent, or sent again. */
  readonly dueAt: string;
  /** What the last attempt came to: a status, or why there is none. */
  readonly answer: string | null;
}
export const outboxLink = 'ci-outbox';
