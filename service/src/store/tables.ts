import type { Generated } from 'kysely';
import type { AuditTables } from './audit-trail/tables.ts';
import type { LedgerTables } from './ledger/tables.ts';
import type { Sealer } from './sealing/sealer.ts';
import type { Link, StoredRecord } from './store.ts';
import { findSharedBody } from './shared-bodies.ts';
import type { SqlRow } from './sql-row.ts';

export interface RecordRow {
  seq: Generated<number>;
  id: string;
  kind: string;
  scope: string;
  key: string;
  name: string;
  /** The name in the form that searches compare. */
  folded: string;
  version: number;
  /** JSON text, members in the order they were given. */
  body: string;
}
export interface LinkRow {
  seq: Generated<number>;
  kind: string;
  from: string;
  to: string;
  note: string;
  /** Number of the record that the link comes from; null: it comes from none. */
  from_seq: number | null;
}
/** A part of what was kept under a name. */
export interface SnapshotRow {
  name: string;
  part: number;
  content: string;
}
export interface Tables extends LedgerTables, AuditTables {
  records: RecordRow;
  links: LinkRow;
  snapshots: SnapshotRow;
}

export const recordColumns = ['seq', 'id', 'kind', 'scope', 'key', 'name', 'version', 'body'] as const;
export const linkColumns = ['kind', 'from', 'to', 'note'] as const;

const withBody = <B>(row: SqlRow, body: unknown): StoredRecord<B> => ({
  id: row.id as string,
  kind: row.kind as string,
  scope: row.scope as string,
  key: row.key as string,
  name: row.name as string,
  seq: row.seq as number,
  version: row.version as number,
  body: body as B,
});
/** Converts a row to a record. Throws UnknownDataKey. */
export const toRecord = <B>(row: SqlRow, sealer: Sealer): StoredRecord<B> =>
  withBody(row, sealer.open(row.kind as string, row.id as string, row.body as string));
/** Converts a row of a single look-up, whose record may be one that all requests read. Throws UnknownDataKey. */
export const toLookedUpRecord = <B>(row: SqlRow, sealer: Sealer): StoredRecord<B> => {
  const body = findSharedBody(row.kind as string, row.id as string, row.body as string);
  return body === undefined ? toRecord(row, sealer) : withBody(row, body);
};
export const toLink = (row: SqlRow): Link => ({
  kind: row.kind as string,
  from: row.from as string,
  to: row.to as string,
  note: JSON.parse(row.note as string) as unknown,
});
