import type { SqlRow } from './sql-row.ts';

type Rows = readonly SqlRow[];
/** The properties that a record is found by, and the record itself if it exists. */
export interface RecordPlace {
  readonly kind?: unknown;
  readonly scope?: unknown;
  readonly key?: unknown;
}

/** Records that units of one transaction have looked up, for the units after them. */
export interface RowMemory {
  find(key: string): Promise<Rows> | undefined;
  /** To be called before a record is queried; `keep` of the result stores the answer, unless a write happened in the meantime. */
  watch(): { keep(key: string, row: SqlRow): void; keepAbsence(key: string, place: RecordPlace): void };
  /** A record of this kind was inserted. */
  noteInsert(kind: unknown): void;
  /** What was found by these keys is another one now. */
  forget(keys: readonly string[]): void;
  /** Something was written that may have changed any record, or was undone. */
  clear(): void;
}

/**
 * `isGuarded`: whether only this transaction can change or insert the record until it ends. Other records are queried again by each unit.
 */
export const createRowMemory = (isGuarded: (place: RecordPlace) => boolean): RowMemory => {
  const known = new Map<string, Promise<Rows>>();
  /** Absent records by kind, because any insert of the kind may be one of them. */
  const absent = new Map<unknown, Map<string, Promise<Rows>>>();
  /** Changes with what may change a record that was found, and with each insert. */
  let [epoch, inserts] = [0, 0];
  return {
    find(key) {
      const found = known.get(key);
      if (found) return found;
      for (const keys of absent.values()) if (keys.has(key)) return keys.get(key);
      return undefined;
    },
    watch() {
      const began = { epoch, inserts };
      return {
        keep(key, row) {
          if (began.epoch === epoch && isGuarded(row)) known.set(key, Promise.resolve([row]));
        },
        keepAbsence(key, place) {
          if (began.epoch !== epoch || began.inserts !== inserts || !isGuarded(place)) return;
          const keys = absent.get(place.kind) ?? new Map<string, Promise<Rows>>();
          absent.set(place.kind, keys.set(key, Promise.resolve([])));
        },
      };
    },
    noteInsert(kind) {
      absent.delete(kind);
      inserts += 1;
    },
    forget(keys) {
      for (const key of keys) known.delete(key);
      epoch += 1;
    },
    clear() {
      known.clear();
      absent.clear();
      epoch += 1;
    },
  };
};
