/** A row of `records` that is new, with its number. */
export interface LateRecord {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
  readonly name: string;
  readonly folded: string;
  /** JSON text. */
  readonly body: string;
}

/**
 * Inserts that need no answer of the database: they are taken for done, and sent together with others of their kind before something is
 * asked that they may change, at the latest with the commit. Where a key turns out to be taken, the units of the transaction run again,
 * and each insert is asked for by itself.
 */
export interface LateInserts {
  /** The number of the next record. */
  nextNumber(): number | Promise<number>;
  /** False: another one has its key already, so it has to be asked for by itself. */
  insertRecord(record: LateRecord): boolean;
  /** False: only the database knows whether it is there already. `note`: JSON text. */
  insertLink(kind: string, from: string, to: string, note: string): boolean;
}
