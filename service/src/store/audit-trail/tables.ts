import type { Generated } from 'kysely';
import type { SqlRow } from '../sql-row.ts';
import type { AuditEvent } from './audit-trail.ts';

export interface AuditEventRow {
  seq: Generated<number>;
  id: string;
  organization: string;
  at: string;
  caller_kind: string;
  caller_id: string;
  caller_name: string;
  request: string;
  resource_type: string;
  resource_id: string;
  action: string;
}
export interface AuditTables {
  audit_events: AuditEventRow;
}

export const auditColumns = [
  'id',
  'organization',
  'at',
  'caller_kind',
  'caller_id',
  'caller_name',
  'request',
  'resource_type',
  'resource_id',
  'action',
] as const satisfies readonly (keyof AuditEventRow)[];

/** What each row is given, in the order of the columns. */
export const toAuditValues = ({ id, organization, at, caller, request, resource }: AuditEvent): readonly string[] => [
  id,
  organization,
  at,
  caller.kind,
  caller.id,
  caller.name,
  request,
  resource.type,
  resource.id,
  resource.action,
];

export const fromAuditRow = (row: Omit<AuditEventRow, 'seq'>): AuditEvent => ({
  id: row.id,
  organization: row.organization,
  at: row.at,
  caller: { kind: row.caller_kind as AuditEvent['caller']['kind'], id: row.caller_id, name: row.caller_name },
  request: row.request,
  resource: { type: row.resource_type, id: row.resource_id, action: row.action },
});

/** The body of a record of kind `audit-events`, as entries were kept up to schema version 4: scope the organization, name the time. */
interface FormerBody {
  readonly caller: AuditEvent['caller'];
  readonly requestId: string;
  readonly resource: AuditEvent['resource'];
}

export const formerAuditKind = 'audit-events';

/** A row of `audit_events`, from a record of schema version 4. */
export const fromFormerRecord = (record: SqlRow): SqlRow => {
  const { caller, requestId, resource } = JSON.parse(record.body as string) as FormerBody;
  return {
    seq: record.seq,
    id: record.id,
    organization: record.scope,
    at: record.name,
    caller_kind: caller.kind,
    caller_id: caller.id,
    caller_name: caller.name,
    request: requestId,
    resource_type: resource.type,
    resource_id: resource.id,
    action: resource.action,
  };
};
