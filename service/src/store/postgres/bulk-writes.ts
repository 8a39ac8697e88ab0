import { auditColumns } from '../audit-trail/tables.ts';
import { recordOrganization } from '../organizations/expressions.ts';
import type { PreparedStatement } from '../prepared-statements.ts';
import type { LateDeletion, LateRecord, LateUpdate } from '../late-writes.ts';

/** Runs a function in the asynchronous context of a unit; absent if statements are not observed. */
export type WithinUnit = (run: () => void) => void;
interface OfUnit {
  readonly within?: WithinUnit | undefined;
}
export type PendingRecord = LateRecord & OfUnit;
export interface PendingLink extends OfUnit {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** JSON text. */
  readonly note: string;
  /** The number of the record that it comes from, where the unit inserted that: then the link is new. */
  readonly seq: number | undefined;
}
export type PendingUpdate = LateUpdate & OfUnit;
export type PendingUnlink = OfUnit & Pick<PendingLink, 'kind' | 'from' | 'to'>;
/** Records that are deleted with their links, and with what is below them. */
export interface PendingDeletion extends OfUnit, Pick<LateDeletion, 'report'> {
  readonly kinds: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
  /** Kinds, and the kinds of what is deleted with a record of theirs. */
  readonly childKinds: ReadonlyMap<string, readonly string[]>;
  /** All of the latter. */
  readonly below: ReadonlySet<string>;
}

/** An entry of the audit trail: values in the order of the columns. */
export interface PendingEvent extends OfUnit {
  readonly values: readonly string[];
}
/** A statement, its values, and the units that it is of. */
export interface BulkWrite {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
  readonly units: readonly WithinUnit[];
  /** Deletions of the statement: its result lists what was deleted. */
  readonly deletions?: readonly PendingDeletion[];
}

export const listUnits = (rows: readonly OfUnit[]): readonly WithinUnit[] => [...new Set(rows.flatMap(({ within }) => within ?? []))];

export const columnOf = <R>(rows: readonly R[], member: keyof R): readonly unknown[] => rows.map((row) => row[member]);

/** Documents as one: the elements of a list keep their text. */
export const joinJson = (texts: readonly string[]): string => `[${texts.join(',')}]`;

const insertRecords: PreparedStatement = {
  name: 'slipway_insert_many',
  sql: `insert into slipway.records (seq, id, kind, scope, key, name, folded, version, body, organization) overriding system value
    select r.seq, r.id, r.kind, r.scope, r.key, r.name, r.folded, 1, r.body,
        ${recordOrganization({ id: 'r.id', kind: 'r.kind', scope: 'r.scope', key: 'r.key' })}
      from rows from (unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]),
        json_array_elements($8::json)) as r(seq, id, kind, scope, key, name, folded, body)`,
};
const recordMembers = ['seq', 'id', 'kind', 'scope', 'key', 'name', 'folded'] as const;

const buildRecordInsert = (rows: readonly PendingRecord[]): BulkWrite => ({
  statement: insertRecords,
  values: [...recordMembers.map((member) => columnOf(rows, member)), joinJson(rows.map(({ body }) => body))],
  units: listUnits(rows),
});

/** What leads from a record to its organization (organizations/expressions.ts), since a statement does not see the rows that it inserts. */
const listParents = ({ kind, scope, key }: PendingRecord): readonly string[] => (kind === 'ci-organizations' ? [scope, key] : [scope]);
const listNames = ({ kind, id, key }: PendingRecord): readonly string[] => (kind === 'organizations' ? [id, key] : [id]);

/** One statement, and another one for what belongs to records of the first. */
export const buildRecordInserts = (rows: readonly PendingRecord[]): readonly BulkWrite[] => {
  const depths = new Map<string, number>();
  const levels: PendingRecord[][] = [];
  for (const row of rows) {
    const depth = Math.max(...listParents(row).map((parent) => (depths.get(parent) ?? -1) + 1));
    for (const name of listNames(row)) depths.set(name, depth);
    (levels[depth] ??= []).push(row);
  }
  return levels.map(buildRecordInsert);
};

const eventCount = auditColumns.length;
const eventParameters = Array.from({ length: eventCount }, (_, at) => `$${at + 1}::text[]`).join(', ');
const insertEvents: PreparedStatement = {
  name: 'slipway_append_audit_events',
  sql: `insert into slipway.audit_events (${auditColumns.join(', ')}) select * from unnest(${eventParameters})`,
};

export const buildEventInsert = (rows: readonly PendingEvent[]): BulkWrite => ({
  statement: insertEvents,
  values: Array.from({ length: eventCount }, (_, at) => rows.map(({ values }) => values[at])),
  units: listUnits(rows),
});
