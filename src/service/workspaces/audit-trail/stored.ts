/** The body of a record of kind `audit-events`: scope the organization, key the ID, name the time (ISO 8601). */
export interface StoredAuditEvent {
  readonly organization: string;
  readonly caller: { readonly kind: 'user' | 'team' | 'organization'; readonly id: string; readonly name: string };
  readonly requestId: string;
  readonly resource: { readonly id: string; readonly type: string; readonly action: string };
}

/** Milliseconds: how long entries are kept, two weeks as in the hosted service. */
export const auditTrailPeriod = 14 * 24 * 3600 * 1000;
