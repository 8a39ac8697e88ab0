/**
 * Stored records of code-host events, schedules and webhook deliveries. `org`, `prj`: ids of an organization, a project.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-deliveries` | org or prj | id of the delivery | InboundDelivery, stored for seven days: a repeated delivery is handled once |
 * | `ci-code-host-secrets` | org | `secret` | CodeHostSecret |
 * | `ci-pull-requests` | org | `repository#number` | OpenPullRequest, deleted when the pull request is closed or merged |
 * | `ci-schedules` | prj | name | Schedule |
 * | `ci-outbox` | prj | `webhook:type:id` | WebhookDelivery: one per webhook, event type and workflow or job; only the latest are stored |
 *
 * Links from `all`, which the background work follows: `ci-scheduled` → schedules, `ci-outbox` → deliveries that are waiting. Schedule
 * and WebhookDelivery are declared in `schedules/schedule-records.ts` and `webhooks/webhook-delivery-records.ts`.
 */
export interface InboundDelivery {
  readonly answer: unknown;
  readonly at: string;
}
export interface CodeHostSecret {
  readonly secret: string;
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
