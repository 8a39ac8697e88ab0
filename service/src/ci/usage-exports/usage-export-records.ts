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
  /** The export has the job runs that stopped from `start` (inclusive) to `end` (exclusive), ISO 8601. */
  readonly start: string;
  readonly end: string;
  /** Ids of the organization and of the others in the export. */
  readonly organizations: readonly string[];
  readonly createdAt: string;
  /** When the export leaves its state; the last time is that of its deletion. */
  readonly movesAt: string;
  /** Ids of the parts in order; empty when nothing ran. */
  readonly parts: readonly string[];
  readonly errorReason: string | null;
}
/** A gzipped CSV file in base64. */
export interface UsagePart {
  readonly content: string;
}

export const pendingExportLink = 'ci-exporting';
