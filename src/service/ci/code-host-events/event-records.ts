/**
 * Stored records of code-host events, schedules and webhook deliveries. `org`, `prj`: ids of an organization, a project.
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
