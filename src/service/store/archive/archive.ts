import { ledgerTables } from '../ledger/ledger.ts';
import type { SqlRow } from '../sql-row.ts';

/** Every table with data of the services. Snapshots have a table of their own, which replacing the content leaves alone. */
export const archivedTables = ['records', 'links', ...ledgerTables] as const;
export type ArchivedTable = (typeof archivedTables)[number];

/** Rows of one table as they are stored: texts, numbers and null by column. */
export interface ArchivePortion {
  readonly table: ArchivedTable;
  readonly rows: readonly SqlRow[];
}

export interface Snapshot {
  readonly name: string;
  /** Time of the snapshot, in ISO 8601, from the caller. */
  readonly at: string;
  readonly rows: number;
  /** Of the tables when it was taken. */
  readonly schema: number;
}

/** Everything at once, for exports. */
export interface ArchiveReader {
  /** Table by table, each in the order of creation. */
  portions(): AsyncIterable<ArchivePortion>;
  /** By column, in the order of the table. */
  listColumns(table: ArchivedTable): Promise<readonly string[]>;
  listSnapshots(): Promise<readonly Snapshot[]>;
}
export interface Archive extends ArchiveReader {
  /** Replaces the whole content; returns the number of rows. Throws the engine's error for a row that does not fit its table. */
  replace(portions: AsyncIterable<ArchivePortion> | Iterable<ArchivePortion>): Promise<number>;
  /** Saves the whole content under a name, and replaces a snapshot of that name. */
  saveSnapshot(name: string, at: string): Promise<Snapshot>;
  /** Replaces the whole content with that of a snapshot. Undefined: there is no snapshot of that name. */
  restoreSnapshot(name: string): Promise<Snapshot | undefined>;
  /** False: there is no snapshot of that name. */
  deleteSnapshot(name: string): Promise<boolean>;
}
