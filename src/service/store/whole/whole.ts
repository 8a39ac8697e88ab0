import { ledgerTables } from '../ledger/ledger.ts';
import type { Row } from '../tables.ts';

/** Every table that holds what services remember; snapshots of them lie beside, and stay when these are replaced. */
export const wholeTables = ['records', 'links', ...ledgerTables] as const;
export type WholeTable = (typeof wholeTables)[number];

/** Rows of one table as they are stored: texts, numbers and null by column. */
export interface Portion { readonly table: WholeTable; readonly rows: readonly Row[] }

export interface Snapshot {
  readonly name: string;
  /** ISO 8601, as whoever took it said. */
  readonly at: string;
  readonly rows: number;
  /** Of the tables when it was taken. */
  readonly schema: number;
}

/** Everything at once, for exports. */
export interface WholeView {
  /** Table by table, each in the order in which its rows were made. */
  portions(): AsyncIterable<Portion>;
  /** By column, in the order of the table. */
  columns(table: WholeTable): Promise<readonly string[]>;
  snapshots(): Promise<readonly Snapshot[]>;
}
export interface Whole extends WholeView {
  /** Instead of all there is; how many rows. Throws the engine's error for a row that the tables do not take. */
  replace(portions: AsyncIterable<Portion> | Iterable<Portion>): Promise<number>;
  /** Keeps everything as it is now under a name, instead of what was kept under it. */
  keep(name: string, at: string): Promise<Snapshot>;
  /** Everything is as it was then. Undefined: nothing was kept under that name. */
  restore(name: string): Promise<Snapshot | undefined>;
  /** False: nothing was kept under that name. */
  forget(name: string): Promise<boolean>;
}
