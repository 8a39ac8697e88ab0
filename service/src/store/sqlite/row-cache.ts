import { createGenerations, type Generations } from '../generations.ts';
import type { PreparedStatement, PreparedStatements } from '../prepared-statements.ts';
import type { SqlRow } from '../sql-row.ts';
import { createChangeLog } from './change-log.ts';
import { type CountsFromLog, createCountsFromLog } from './counts-from-log.ts';
import type { Ask } from './read-numbers.ts';

export interface RowCache {
  /** The cached rows of this statement and these values, else those of the database. */
  query: Ask;
  /** The rows that are kept of a look-up; undefined where none are, and for any other statement. */
  recall(sql: string, values: readonly unknown[]): readonly SqlRow[] | undefined;
  /** The number of records of a filter, derived from earlier counts. */
  readonly counts: CountsFromLog;
  /** Drops everything, after a rollback or a write that bypassed the cache. */
  clear(): void;
}

/** Approximate size in bytes of a row besides its text, and of an answer besides its rows. */
const rowOverhead = 250;
/** Writes to the ledger and the audit trail, which are not cached. */
const uncachedWrites = /^(insert into|update|delete from) "(workflow_runs|job_runs|test_results|audit_events)"/;
const buildKey = (statement: string, values: readonly unknown[]): string => `${statement}\0${values.join('\0')}`;

/** Bytes of the rows that are kept for one answer, roughly. */
const sizeOf = (rows: readonly SqlRow[]): number => {
  let size = rowOverhead;
  for (const { body, note } of rows) size += rowOverhead + String(body ?? note ?? '').length;
  return size;
};

type Values = readonly unknown[];

/** The look-ups whose rows are kept, and which of these a write makes untrue. */
const createLookUps = (prepared: PreparedStatements, cache: Generations<readonly SqlRow[]>) => {
  const { get, byKey, linksFrom, linksTo, insert, update, link, unlink, renote } = prepared;
  /** Statements as numbers: a key with the statement's text is ten times as long, and took a twentieth of a read. */
  const numbers = new Map([get.sql, byKey.sql, linksFrom.sql, linksTo.sql].map((sql, index) => [sql, String(index)]));
  const keyOf = (sql: string, values: Values): string | undefined => {
    const number = numbers.get(sql);
    return number === undefined ? undefined : buildKey(number, values);
  };
  const drop = ({ sql }: PreparedStatement, values: Values): void => cache.drop(keyOf(sql, values)!);
  const dropLinks = ([kind, from, to]: Values): void => {
    drop(linksFrom, [kind, from]);
    drop(linksTo, [kind, to]);
  };
  /** Its former key is known where it is kept by its ID, as after it was read to be updated. */
  const dropRecord = (kind: unknown, id: unknown): void => {
    const known = cache.find(keyOf(get.sql, [kind, id])!)?.[0];
    if (!known) {
      cache.clear();
      return;
    }
    drop(get, [kind, id]);
    drop(byKey, [kind, known.scope, known.key]);
  };
  return {
    keyOf,
    forgetBy(sql: string, values: Values): void {
      if (sql === insert.sql) return;
      if (sql === link.sql || sql === unlink.sql) dropLinks(values);
      else if (sql === renote.sql) dropLinks(values.slice(1));
      else if (sql === update.sql) dropRecord(values[6], values[5]);
      else cache.clear();
    },
  };
};

/**
 * Caches rows by statement and values. One process owns the file and all its queries pass through here, so nothing changes unnoticed.
 * A read costs look-ups in a map instead of four statements, which were half of its cost, and a create no longer queries its
 * organization and project. A record that does not exist is queried every time: so an insert invalidates nothing. `room`: bytes;
 * when it is full, the half that was not used for longest is dropped. 12 MB hold what 2,500 workspaces are read by: reads of them in turn
 * take 0.81 of the processor time that they take with two thirds of it, and less memory, since nothing is read again (docs/bench).
 */
export const createRowCache = (prepared: PreparedStatements, ask: Ask, room = 12_000_000): RowCache => {
  const cache = createGenerations(room, sizeOf);
  const log = createChangeLog(prepared);
  const lookUps = createLookUps(prepared, cache);
  const links = new Set([prepared.linksFrom.sql, prepared.linksTo.sql]);
  /** Rows that are used again are moved to the young generation. */
  const recallByKey = (key: string): readonly SqlRow[] | undefined => {
    const young = cache.getYoung(key);
    if (young) return young;
    const old = cache.getOld(key);
    if (old) cache.add(key, old);
    return old;
  };
  return {
    clear() {
      cache.clear();
      log.forget();
    },
    counts: createCountsFromLog(log, ask),
    recall(sql, values) {
      const key = lookUps.keyOf(sql, values);
      return key === undefined ? undefined : recallByKey(key);
    },
    query(sql, values) {
      const key = lookUps.keyOf(sql, values);
      if (key !== undefined) {
        const kept = recallByKey(key);
        if (kept) return kept;
        const rows = ask(sql, values);
        if (rows.length > 0 || links.has(sql)) cache.add(key, rows);
        return rows;
      }
      if (sql.startsWith('select ') || uncachedWrites.test(sql)) return ask(sql, values);
      lookUps.forgetBy(sql, values);
      const rows = ask(sql, values);
      log.note(sql, values, rows);
      return rows;
    },
  };
};
