/**
 * Who changed what in an organization. Entries have a table of their own with one index: each write of the workspace service adds one, and
 * as a record, with its five indexes, it cost as much as the write that it describes.
 */
export interface AuditEvent {
  /** `ae-…` */
  readonly id: string;
  /** The name of the organization. */
  readonly organization: string;
  /** ISO 8601, in milliseconds and UTC. */
  readonly at: string;
  readonly caller: { readonly kind: 'user' | 'team' | 'organization'; readonly id: string; readonly name: string };
  /** `req-…` */
  readonly request: string;
  readonly resource: { readonly type: string; readonly id: string; readonly action: string };
}

export const auditTables = ['audit_events'] as const;

export interface AuditTrailReader {
  /** Entries of an organization at this time and later, the newest first. */
  list(
    filter: { readonly organization: string; readonly from: string },
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly events: readonly AuditEvent[]; readonly total: number }>;
  /** The time of the oldest among the `limit` entries written first; undefined: there is none. */
  findOldest(limit: number): Promise<string | undefined>;
}

export interface AuditTrail extends AuditTrailReader {
  append(event: AuditEvent): Promise<void>;
  /** Deletes what is older among the `limit` entries written first; returns how many. */
  prune(olderThan: string, limit: number): Promise<number>;
  renameOrganization(from: string, to: string): Promise<void>;
  deleteOrganization(name: string): Promise<void>;
}
