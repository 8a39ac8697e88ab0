import type { PreparedStatement } from '../prepared-statements.ts';
import type { LateRecord } from '../late-inserts.ts';

export interface LateLink {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** JSON text. */
  readonly note: string;
  /** The number of the record that it comes from. */
  readonly seq: number;
}
/** A statement and its values. */
export interface BulkInsert {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
}

const columnOf = <R>(rows: readonly R[], member: keyof R): readonly unknown[] => rows.map((row) => row[member]);

/** Documents as one: the elements of a list keep their text. */
const joinJson = (texts: readonly string[]): string => `[${texts.join(',')}]`;

const insertRecords: PreparedStatement = {
  name: 'slipway_insert_many',
  sql: `insert into slipway.records (seq, id, kind, scope, key, name, folded, version, body) overriding system value
    select r.seq, r.id, r.kind, r.scope, r.key, r.name, r.folded, 1, r.body
      from rows from (unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]),
        json_array_elements($8::json)) as r(seq, id, kind, scope, key, name, folded, body)`,
};
const recordMembers = ['seq', 'id', 'kind', 'scope', 'key', 'name', 'folded'] as const;

export const buildRecordInsert = (rows: readonly LateRecord[]): BulkInsert => ({
  statement: insertRecords,
  values: [...recordMembers.map((member) => columnOf(rows, member)), joinJson(rows.map(({ body }) => body))],
});

const insertLinks: PreparedStatement = {
  name: 'slipway_link_many',
  sql: `insert into slipway.links (kind, "from", "to", from_seq, note)
    select l.kind, l.source, l.target, l.seq, l.note
      from rows from (unnest($1::text[], $2::text[], $3::text[], $4::bigint[]), json_array_elements($5::json))
        as l(kind, source, target, seq, note)`,
};
const linkMembers = ['kind', 'from', 'to', 'seq'] as const;

export const buildLinkInsert = (rows: readonly LateLink[]): BulkInsert => ({
  statement: insertLinks,
  values: [...linkMembers.map((member) => columnOf(rows, member)), joinJson(rows.map(({ note }) => note))],
});

const eventColumns = 'id, organization, at, caller_kind, caller_id, caller_name, request, resource_type, resource_id, action';
const eventCount = eventColumns.split(', ').length;
const eventParameters = Array.from({ length: eventCount }, (_, at) => `$${at + 1}::text[]`).join(', ');
const insertEvents: PreparedStatement = {
  name: 'slipway_append_audit_events',
  sql: `insert into slipway.audit_events (${eventColumns}) select * from unnest(${eventParameters})`,
};

/** `rows`: values in the order of the columns. */
export const buildEventInsert = (rows: readonly (readonly string[])[]): BulkInsert => ({
  statement: insertEvents,
  values: Array.from({ length: eventCount }, (_, at) => rows.map((row) => row[at])),
});
