import type { JobStatus, WorkflowStatus } from '../configuration/index.ts';
import type { PipelineParameters } from '../pipelines/pipeline-records.ts';

/**
 * What remembers why pipelines started. `org`, `prj`: ids of an organization, a project.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-deliveries` | org or prj | sender's id of the delivery | Delivery: told twice, it starts once |
 * | `ci-code-host-secrets` | org | `secret` | CodeHostSecret |
 * | `ci-pull-requests` | org | `repository#number` | OpenPull: gone when it is closed |
 * | `ci-schedules` | prj | name | Schedule |
 * | `ci-outbox` | prj | `webhook:type:id` | Outgoing: what a webhook is told of one workflow or job, once; the latest stay |
 *
 * Links `ci-scheduled` `all` → schedules, `ci-outbox` `all` → what is to be sent: what the clock looks at.
 */
export interface InboundDelivery {
  readonly answer: unknown;
  readonly at: string;
}
export interface CodeHostSecret {
  readonly sealed: string;
  readonly createdAt: string;
}
export interface OpenPullRequest {
  readonly repository: string;
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  readonly fork: boolean;
  readonly draft: boolean;
  readonly revision: string | null;
}

export interface Timetable {
  readonly 'per-hour': number;
  readonly 'hours-of-day': readonly number[];
  readonly 'days-of-week'?: readonly string[];
  readonly 'days-of-month'?: readonly number[];
  readonly months?: readonly string[];
}
export interface Schedule {
  readonly name: string;
  readonly description: string;
  readonly timetable: Timetable;
  /** `branch` or `tag` says what is built, the others are the pipeline's. */
  readonly parameters: PipelineParameters;
  /** Whose its pipelines are: who made it, or the service itself. */
  readonly actor: { readonly id: string; readonly login: string; readonly system: boolean };
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The minute that was looked at last; it starts with the one in which it was made. */
  readonly looked: string;
}

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
export const scheduledLink = 'ci-scheduled';
export const outboxLink = 'ci-outbox';
