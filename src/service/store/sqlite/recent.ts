import type { Statements } from '../statements.ts';
import type { Row } from '../tables.ts';

export interface Recent {
  /** What this statement answered to these values, or what `ask` answers now; `ask` alone says what changes things. */
  rows(sql: string, values: readonly unknown[], ask: () => readonly Row[]): readonly Row[];
  /** Whatever was written is undone, or was written past this. */
  forget(): void;
}

/** What a row takes beside its text, roughly. */
const overhead = 500;
/** Of the ledger nothing is kept here. */
const ofLedger = /^(insert into|update|delete from) "(workflow_runs|job_runs|test_results)"/;
const keyOf = (sql: string, values: readonly unknown[]): string => [sql, ...values].join('\0');

/**
 * Rows by their statement and its values. One process owns the file and everything it asks comes by here, so nothing changes
 * behind this. A document costs look-ups in a map instead of four statements, which were half of what a read cost in all, and
 * a create asks for its organization and project no more. A record that is not there is asked for every time: so an insert
 * changes nothing that is kept. `room`: characters; the half not used for longest goes when it is full.
 */
export const recent = ({ get, byKey, linksFrom, linksTo, insert, link }: Statements, room = 8_000_000): Recent => {
  let young = new Map<string, readonly Row[]>();
  let old = new Map<string, readonly Row[]>();
  let used = 0;
  const records = new Set([get.sql, byKey.sql]);
  const links = new Set([linksFrom.sql, linksTo.sql]);

  const keep = (key: string, rows: readonly Row[]): void => {
    used += overhead;
    for (const { body, note } of rows) used += overhead + String(body ?? note ?? '').length;
    if (used > room / 2) {
      old = young;
      young = new Map();
      used = 0;
    }
    young.set(key, rows);
  };
  const drop = (sql: string, kind: unknown, end: unknown): void => {
    const key = keyOf(sql, [kind, end]);
    young.delete(key);
    old.delete(key);
  };
  const forget = (): void => {
    young = new Map();
    old = new Map();
    used = 0;
  };

  return {
    forget,
    rows(sql, values, ask) {
      if (records.has(sql) || links.has(sql)) {
        const key = keyOf(sql, values);
        const known = young.get(key);
        if (known) return known;
        const rows = old.get(key) ?? ask();
        if (rows.length > 0 || links.has(sql)) keep(key, rows);
        return rows;
      }
      if (sql === link.sql) {
        drop(linksFrom.sql, values[0], values[1]);
        drop(linksTo.sql, values[0], values[2]);
      } else if (sql !== insert.sql && !sql.startsWith('select ') && !ofLedger.test(sql)) forget();
      return ask();
    },
  };
};
