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
const buildKey = (statement: string, values: readonly unknown[]): string => `${statement}\0${values.join('\0')}`;

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

/** How many counts are kept at most; the younger half survives. */
const mostCounts = 4000;
/** As read-transaction.ts begins them. What else is counted has no kind among its values. */
const countBeginnings = [
  'select count(*) as "total" from "records" as "r" where ',
  'select count(*) as total from (',
  'select count(*) as found from (',
];
const isCount = (sql: string): boolean => countBeginnings.some((beginning) => sql.startsWith(beginning));
/** Several values are one list in JSON. */
const names = (value: unknown, kind: unknown): boolean =>
  value === kind || (typeof value === 'string' && value.startsWith('[') && value.includes(JSON.stringify(kind)));

/**
 * What was counted, until something is written that may change it. A count depends on records of a kind and on links of some kinds, and
 * these are values of its statement.
 */
const createCounts = ({ insert, update, delete: remove, link, unlink, renote }: PreparedStatements) => {
  /** Where the kind stands in the values of a write. */
  const places = new Map([
    [insert.sql, 1],
    [update.sql, 6],
    [remove.sql, 0],
    [link.sql, 0],
    [unlink.sql, 0],
  ]);
  let counts = new Map<string, { readonly rows: readonly SqlRow[]; readonly values: readonly unknown[] }>();
  return {
    get: (key: string) => counts.get(key)?.rows,
    add(key: string, values: readonly unknown[], rows: readonly SqlRow[]): void {
      if (counts.size >= mostCounts) counts = new Map([...counts].slice(mostCounts / 2));
      counts.set(key, { rows, values });
    },
    forgetBy(sql: string, written: readonly unknown[]): void {
      // No filter asks for a note.
      if (counts.size === 0 || sql === renote.sql) return;
      const place = places.get(sql);
      if (place === undefined) counts.clear();
      else for (const [key, { values }] of counts) if (values.some((value) => names(value, written[place]))) counts.delete(key);
    },
    clear: (): void => counts.clear(),
  };
};

/**
 * Caches rows by statement and values. One process owns the file and all its queries pass through here, so nothing changes unnoticed.
 * A read costs look-ups in a map instead of four statements, which were half of its cost, and a create no longer queries its
 * organization and project. A record that does not exist is queried every time: so an insert invalidates nothing. `room`: characters;
 * when it is full, the half that was not used for longest is dropped.
 */
export const createRowCache = (prepared: PreparedStatements, room = 8_000_000): RowCache => {
  const { get, byKey, linksFrom, linksTo, insert, link } = prepared;
  const cache = createGenerations(room);
  const counts = createCounts(prepared);
  const links = new Set([linksFrom.sql, linksTo.sql]);
  /** By a number each: a key with its statement's text is ten times as long, and took a twentieth of a read. */
  const lookUps = new Map([get.sql, byKey.sql, linksFrom.sql, linksTo.sql].map((sql, index) => [sql, String(index)]));
  return {
    clear() {
      cache.clear();
      counts.clear();
    },
    query(sql, values, ask) {
      if (isCount(sql)) {
        const key = buildKey(sql, values);
        const cached = counts.get(key);
        if (cached) return cached;
        const rows = ask();
        counts.add(key, values, rows);
        return rows;
      }
      const lookUp = lookUps.get(sql);
      if (lookUp !== undefined) {
        const key = buildKey(lookUp, values);
        const cached = cache.getYoung(key);
        if (cached) return cached;
        const rows = cache.getOld(key) ?? ask();
        if (rows.length > 0 || links.has(sql)) cache.add(key, rows);
        return rows;
      }
      if (!sql.startsWith('select ') && !uncachedWrites.test(sql)) counts.forgetBy(sql, values);
      if (sql === link.sql) {
        cache.drop(buildKey(lookUps.get(linksFrom.sql)!, [values[0], values[1]]));
        cache.drop(buildKey(lookUps.get(linksTo.sql)!, [values[0], values[2]]));
      } else if (sql !== insert.sql && !sql.startsWith('select ') && !uncachedWrites.test(sql)) cache.clear();
      return ask();
    },
  };
};
