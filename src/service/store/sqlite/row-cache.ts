import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlRow } from '../sql-row.ts';

export interface RowCache {
  /** What this statement answered to these values, or what `ask` answers now; `ask` alone says what changes things. */
  query(sql: string, values: readonly unknown[], ask: () => readonly SqlRow[]): readonly SqlRow[];
  /** Whatever was written is undone, or was written past this. */
  clear(): void;
}

/** What a row takes beside its text, roughly. */
const rowOverhead = 500;
/** Of the ledger nothing is kept here. */
const ledgerWrites = /^(insert into|update|delete from) "(workflow_runs|job_runs|test_results)"/;
const buildKey = (sql: string, values: readonly unknown[]): string => [sql, ...values].join('\0');

/**
 * Rows by their statement and its values. One process owns the file and everything it asks comes by here, so nothing changes
 * behind this. A document costs look-ups in a map instead of four statements, which were half of what a read cost in all, and
 * a create asks for its organization and project no more. A record that is not there is asked for every time: so an insert
 * changes nothing that is kept. `room`: characters; the half not used for longest goes when it is full.
 */
export const createRowCache = ({ get, byKey, linksFrom, linksTo, insert, link }: PreparedStatements, room = 8_000_000): RowCache => {
  let young = new Map<string, readonly SqlRow[]>();
  let old = new Map<string, readonly SqlRow[]>();
  let used = 0;
  const records = new Set([get.sql, byKey.sql]);
  const links = new Set([linksFrom.sql, linksTo.sql]);

  const keep = (key: string, rows: readonly SqlRow[]): void => {
    used += rowOverhead;
    for (const { body, note } of rows) used += rowOverhead + String(body ?? note ?? '').length;
    if (used > room / 2) {
      old = young;
      young = new Map();
      used = 0;
    }
    young.set(key, rows);
  };
  const drop = (sql: string, kind: unknown, end: unknown): void => {
    const key = buildKey(sql, [kind, end]);
    young.delete(key);
    old.delete(key);
  };
  const forget = (): void => {
    young = new Map();
    old = new Map();
    used = 0;
  };

  return {
    clear: forget,
    query(sql, values, ask) {
      if (records.has(sql) || links.has(sql)) {
        const key = buildKey(sql, values);
        const known = young.get(key);
        if (known) return known;
        const rows = old.get(key) ?? ask();
        if (rows.length > 0 || links.has(sql)) keep(key, rows);
        return rows;
      }
      if (sql === link.sql) {
        drop(linksFrom.sql, values[0], values[1]);
        drop(linksTo.sql, values[0], values[2]);
      } else if (sql !== insert.sql && !sql.startsWith('select ') && !ledgerWrites.test(sql)) forget();
      return ask();
    },
  };
};
