import { auditTables } from '../audit-trail/audit-trail.ts';
import { ledgerTables } from '../ledger/ledger.ts';
import type { SqlRow } from '../sql-row.ts';

/** Every table with data of the services. Snapshots have their own table, which stays when the content is replaced. */
export const archivedTables = ['records', 'links', ...ledgerTables, ...auditTables] as const;
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
  /** The version of the schema when it was taken. */
  readonly schema: number;
}

/** Everything at once, for exports. */
export interface ArchiveReader {
  /** Table by table, each in the order of creation. Secrets are sealed: by the export key (32 bytes), otherwise by the store's. */
  portions(exportKey?: Buffer): AsyncIterable<ArchivePortion>;
  /** The id of the key that seals the secrets of the rows, without an export key. */
  currentKey(): string;
  /** The data keys, sealed by the master key; undefined for a store in memory. */
  readKeys(): Promise<string | undefined>;
  /** The rows of all snapshots, some at a time. */
  snapshotRows(): AsyncIterable<readonly SqlRow[]>;
  /** The names of the columns, in the order of the table. */
  listColumns(table: ArchivedTable): Promise<readonly string[]>;
  listSnapshots(): Promise<readonly Snapshot[]>;
}
/** The origin of imported rows. */
export interface ArchiveOrigin {
  /** The version of the tables. Up to 3, secrets were not sealed. */
  readonly schema: number;
  /** The key that sealed the secrets; otherwise the store's did. */
  readonly exportKey?: Buffer;
}
export interface Archive extends ArchiveReader {
  /** Replaces the whole content; returns the number of rows. Throws the engine's error for a row that does not fit its table,
   * UnknownDataKey or UnreadableSecret for a secret that cannot be opened. */
  replace(portions: AsyncIterable<ArchivePortion> | Iterable<ArchivePortion>, origin?: ArchiveOrigin): Promise<number>;
  /** Adds rows of snapshots, as `snapshotRows` gave them. */
  addSnapshotRows(rows: readonly SqlRow[]): Promise<void>;
  /** Saves the whole content under a name, and replaces a snapshot of that name. */
  saveSnapshot(name: string, at: string): Promise<Snapshot>;
  /** Replaces the whole content with that of a snapshot. Undefined: there is no snapshot of that name. */
  restoreSnapshot(name: string): Promise<Snapshot | undefined>;
  /** False: there is no snapshot of that name. */
  deleteSnapshot(name: string): Promise<boolean>;
}
