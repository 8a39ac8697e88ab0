import type { SqlRow } from './sql-row.ts';

type Rows = readonly SqlRow[];

/** Records that units of one transaction have looked up, for the units after them. */
export interface RowMemory {
  find(key: string): Promise<Rows> | undefined;
  /** To be called before a record is asked for; what it returns keeps the answer, unless something was written meanwhile. */
  watch(): (key: string, row: SqlRow) => void;
  /** Something was written that may have changed any record, or was undone. */
  clear(): void;
}

/**
 * `isGuarded`: whether nobody but this transaction can change the record until it ends. The others are asked for again by each unit.
 */
export const createRowMemory = (isGuarded: (row: SqlRow) => boolean): RowMemory => {
  const known = new Map<string, Promise<Rows>>();
  let epoch = 0;
  return {
    find: (key) => known.get(key),
    watch() {
      const began = epoch;
      return (key, row) => {
        if (began === epoch && isGuarded(row)) known.set(key, Promise.resolve([row]));
      };
    },
    clear() {
      known.clear();
      epoch += 1;
    },
  };
};
