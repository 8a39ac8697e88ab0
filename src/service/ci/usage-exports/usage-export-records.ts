/**
 * What usage exports remember. `org`: the id of an organization.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-usage-exports` | org | id | UsageExport |
 * | `ci-usage-parts` | id of the export | id | UsagePart |
 *
 * Link `ci-exporting`, `all` → exports that the clock moves or removes: all that there are.
 */
export interface UsageExport {
  readonly state: 'created' | 'processing' | 'completed' | 'failed';
  /** Job runs that stopped from `start` on and before `end`, ISO. */
  readonly start: string;
  readonly end: string;
  /** Ids: of the organization, and of those that are exported as well. */
  readonly organizations: readonly string[];
  readonly createdAt: string;
  /** When it leaves its state by itself: at last it is removed. */
  readonly movesAt: string;
  /** Ids of its parts in their order; empty where nothing ran. */
  readonly parts: readonly string[];
  readonly errorReason: string | null;
}
/** A gzipped CSV file, in base64. */
export interface UsagePart {
  readonly content: string;
}

export const pendingExportLink = 'ci-exporting';
