import { ledgerTables } from '../ledger/ledger.ts';
import type { SqlRow } from '../sql-row.ts';

/** Every table that holds what services remember; snapshots of them lie beside, and stay when these are replaced. */
export const archivedTables = ['records', 'links', ...ledgerTables] as const;
export type ArchivedTable = (typeof archivedTables)[number];

/** Rows of one table as they are stored: texts, numbers and null by column. */
export interface ArchivePortion {
  readonly table: ArchivedTable;
  readonly rows: readonly SqlRow[];
}

export interface Snapshot {
  readonly name: string;
  /** ISO 8601, as whoever took it said. */
  readonly at: string;
  readonly rows: number;
  /** Of the tables when it was taken. */
  readonly schema: number;
}

/** Everything at once, for exports. */
export interface ArchiveReader {
  /** Table by table, each in the order in which its rows were made. */
  portions(): AsyncIterable<ArchivePortion>;
  /** By column, in the order of the table. */
  listColumns(table: ArchivedTable): Promise<readonly string[]>;
  listSnapshots(): Promise<readonly Snapshot[]>;
}
export interface Archive extends ArchiveReader {
  /** Instead of all there is; how many rows. Throws the engine's error for a row that the tables do not take. */
  replace(portions: AsyncIterable<ArchivePortion> | Iterable<ArchivePortion>): Promise<number>;
  /** Keeps everything as it is now under a name, instead of what was kept under it. */
  saveSnapshot(name: string, at: string): Promise<Snapshot>;
  /** Everything is as it was then. Undefined: nothing was kept under that name. */
  restoreSnapshot(name: string): Promise<Snapshot | undefined>;
  /** False: nothing was kept under that name. */
  deleteSnapshot(name: string): Promise<boolean>;
}
