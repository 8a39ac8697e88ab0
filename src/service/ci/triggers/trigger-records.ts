import type { SourceProvider } from '../pipeline-definitions/pipeline-definition-records.ts';

/**
 * Stored records of triggers. Ids are UUIDs; `org`, `prj`, `ctx` are the id of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-triggers` | prj | id | CiTrigger |
 */
export type EventProvider = SourceProvider | 'webhook' | 'schedule';

export interface CiTrigger {
  readonly definition: string;
  readonly provider: EventProvider;
  readonly repository: { readonly externalId: string; readonly fullName: string } | null;
  /** Of a webhook trigger. The secret is part of its URL, which only the response to the creation contains. */
  readonly webhook: { readonly sender: string; readonly secret: string } | null;
  readonly eventName: string | null;
  readonly eventPreset: string | null;
  readonly checkoutRef: string | null;
  readonly configRef: string | null;
  readonly disabled: boolean;
  readonly createdAt: string;
}
