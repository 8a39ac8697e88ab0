import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlRow } from '../sql-row.ts';

export interface RowCache {
  /** The cached rows of this statement and these values, else the rows of `ask`. */
  query(sql: string, values: readonly unknown[], ask: () => readonly SqlRow[]): readonly SqlRow[];
  /** Whatever was written is undone, or was written past this. */
  clear(): void;
}

/** What a row takes beside its text, roughly. */
const rowOverhead = 500;
/** Of the ledger and of the audit trail nothing is kept here. */
const uncachedWrites = /^(insert into|update|delete from) "(workflow_runs|job_runs|test_results|audit_events)"/;
const buildKey = (sql: string, values: readonly unknown[]): string => [sql, ...values].join('\0');

/** Rows by key, in two generations: when the young one is full it becomes the old one, and the rows of the old one are dropped. */
const createGenerations = (room: number) => {
  let young = new Map<string, readonly SqlRow[]>();
  let old = new Map<string, readonly SqlRow[]>();
  let used = 0;
  return {
    getYoung: (key: string) => young.get(key),
    getOld: (key: string) => old.get(key),
    add(key: string, rows: readonly SqlRow[]): void {
      used += rowOverhead;
      for (const { body, note } of rows) used += rowOverhead + String(body ?? note ?? '').length;
      if (used > room / 2) {
        old = young;
        young = new Map();
        used = 0;
      }
      young.set(key, rows);
    },
    drop(key: string): void {
      young.delete(key);
      old.delete(key);
    },
    clear(): void {
      young = new Map();
      old = new Map();
      used = 0;
    },
  };
};

/**
 * Caches rows by statement and values. One process owns the file and all its queries pass through here, so nothing changes unnoticed.
 * A read costs look-ups in a map instead of four statements, which were half of its cost, and a create no longer queries its
 * organization and project. A record that does not exist is queried every time: so an insert invalidates nothing. `room`: characters;
 * when it is full, the half that was not used for longest is dropped.
 */
export const createRowCache = ({ get, byKey, linksFrom, linksTo, insert, link }: PreparedStatements, room = 8_000_000): RowCache => {
  const cache = createGenerations(room);
  const records = new Set([get.sql, byKey.sql]);
  const links = new Set([linksFrom.sql, linksTo.sql]);
  return {
    clear: cache.clear,
    query(sql, values, ask) {
      if (records.has(sql) || links.has(sql)) {
        const key = buildKey(sql, values);
        const cached = cache.getYoung(key);
        if (cached) return cached;
        const rows = cache.getOld(key) ?? ask();
        if (rows.length > 0 || links.has(sql)) cache.add(key, rows);
        return rows;
      }
      if (sql === link.sql) {
        cache.drop(buildKey(linksFrom.sql, [values[0], values[1]]));
        cache.drop(buildKey(linksTo.sql, [values[0], values[2]]));
      } else if (sql !== insert.sql && !sql.startsWith('select ') && !uncachedWrites.test(sql)) cache.clear();
      return ask();
    },
  };
};
