import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlRow } from '../sql-row.ts';
import { mayDelete } from './bulk-deletions.ts';
import type { PendingDeletion } from './bulk-writes.ts';
import type { PendingLists } from './pending-writes.ts';

/** Stored texts do not contain this character. */
const nameOf = (...parts: readonly unknown[]): string => parts.join('\0');

/** What units have written: what a look-up may find otherwise than before, and what a statement may write once. */
export interface Footprint {
  readonly seen: Set<string>;
  readonly written: Set<string>;
  /** Deletions, which match records by kind, ID and scope, and so have no names here. */
  readonly deletions: PendingDeletion[];
}

export const createFootprint = (): Footprint => ({ seen: new Set(), written: new Set(), deletions: [] });

/** Names of what a look-up finds. Undefined: the statement is no look-up by whole keys. */
export const createReadNames = ({ get, byKey, linksFrom, linksTo }: PreparedStatements) => {
  const kinds = new Map([
    // IDs are unique across kinds.
    [get.sql, ([, id]: readonly unknown[]) => nameOf('id', id)],
    [byKey.sql, (values: readonly unknown[]) => nameOf('key', ...values)],
    [linksFrom.sql, (values: readonly unknown[]) => nameOf('from', ...values)],
    [linksTo.sql, (values: readonly unknown[]) => nameOf('to', ...values)],
  ]);
  return (sql: string, values: readonly unknown[]): string | undefined => kinds.get(sql)?.(values);
};

/** What the pending writes of a unit leave behind. */
export const findFootprint = ({ records, updates, links, unlinks, deletions }: PendingLists): Footprint => {
  const footprint = createFootprint();
  footprint.deletions.push(...deletions);
  const write = (name: string): void => {
    footprint.seen.add(name);
    footprint.written.add(name);
  };
  for (const { id, kind, scope, key } of [...records, ...updates]) {
    write(nameOf('id', id));
    write(nameOf('key', kind, scope, key));
  }
  for (const { ids } of deletions) for (const id of ids) write(nameOf('id', id));
  for (const { kind, from, to } of [...links, ...unlinks]) {
    footprint.seen.add(nameOf('from', kind, from)).add(nameOf('to', kind, to));
    footprint.written.add(nameOf('link', kind, from, to));
  }
  return footprint;
};

/** What a unit looked up: names, and what it found. */
export interface UnitReads {
  readonly names: ReadonlySet<string>;
  readonly rows: readonly (readonly SqlRow[])[];
}

const isRecord = (row: SqlRow): boolean => row['from'] === undefined;

/** Whether deletions cannot concern this name. Children of deleted records are known by kind only, so any link may lead to one. */
const mayMiss = (deletions: readonly PendingDeletion[], row: SqlRow): boolean =>
  deletions.some((deletion) =>
    isRecord(row)
      ? mayDelete(deletion, row as { kind: string; id: string; scope: string })
      : deletion.scopes.size > 0 || deletion.below.size > 0 || [row['from'], row['to']].some((end) => deletion.ids.has(end as string)),
  );

/** Whether deletions, which are sent last, would delete what is written after them. */
const wouldDelete = (deletions: readonly PendingDeletion[], { records, links }: PendingLists): boolean =>
  deletions.some(
    (deletion) =>
      records.some((record) => mayDelete(deletion, record)) || links.some(({ from, to }) => deletion.ids.has(from) || deletion.ids.has(to)),
  );

/** Whether the result of a unit with these reads, writes and footprint would be the same after the others. */
export const isApartFrom = (others: Footprint, reads: UnitReads, pending: PendingLists, own: Footprint): boolean =>
  [...reads.names].every((name) => !others.seen.has(name)) &&
  [...own.written].every((name) => !others.written.has(name)) &&
  (others.deletions.length === 0 ||
    !(reads.rows.some((rows) => rows.some((row) => mayMiss(others.deletions, row))) || wouldDelete(others.deletions, pending)));

export const addFootprint = (others: Footprint, own: Footprint): void => {
  for (const name of own.seen) others.seen.add(name);
  for (const name of own.written) others.written.add(name);
  others.deletions.push(...own.deletions);
};
