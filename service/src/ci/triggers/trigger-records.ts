import type { PipelineParameters } from '../pipelines/pipeline-records.ts';
import type { Actor } from '../schedules/schedule-records.ts';
import type { SourceProvider } from '../pipeline-definitions/pipeline-definition-records.ts';

/**
 * Stored records of triggers. Ids are UUIDs; `org`, `prj`, `ctx` are the id of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-triggers` | prj | id | CiTrigger |
 */
export type EventProvider = SourceProvider | 'webhook' | 'schedule';

/** When a schedule trigger starts pipelines. */
export interface TriggerSchedule {
  readonly cron: string;
  readonly actor: Actor;
  /** The time up to which the expression was evaluated; at first the creation time. */
  readonly looked: string;
}
/** From `all` to each schedule trigger. */
export const scheduledTriggerLink = 'ci-scheduled-triggers';

export interface CiTrigger {
  readonly definition: string;
  readonly provider: EventProvider;
  readonly repository: { readonly externalId: string; readonly fullName: string } | null;
  /** Present for a webhook trigger. The secret is part of its URL, which only the response to the creation contains. */
  readonly webhook: { readonly sender: string; readonly secret: string } | null;
  /** Present in a schedule trigger only. */
  readonly schedule?: TriggerSchedule;
  /** The parameters of the pipelines of a schedule trigger. */
  readonly parameters?: PipelineParameters;
  readonly eventName: string | null;
  readonly eventPreset: string | null;
  readonly checkoutRef: string | null;
  readonly configRef: string | null;
  readonly disabled: boolean;
  readonly createdAt: string;
}
