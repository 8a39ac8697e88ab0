import type { FindCompanions } from './companions.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { RowMemory } from './row-memory.ts';
import type { SqlSession } from './sql-dialect.ts';
import type { SqlRow } from './sql-row.ts';
import { recordColumns } from './tables.ts';

type Rows = readonly SqlRow[];

const isWholeRecord = (row: SqlRow | undefined): boolean => row !== undefined && recordColumns.every((column) => row[column] !== undefined);
const keyOf = (sql: string, values: readonly unknown[]): string => JSON.stringify([sql, values]);

/** What a unit of work has seen. An insert changes no record that was found; any other write may change everything. */
const createAnswers = ({ get, byKey, insert, link, appendAuditEvent }: PreparedStatements, memory: RowMemory | undefined) => {
  const lookups = new Set([get.sql, byKey.sql]);
  const inserts = new Set([insert.sql, link.sql, appendAuditEvent.sql]);
  const found = new Map<string, Promise<Rows>>();
  const other = new Map<string, Promise<Rows>>();
  let epoch = 0;
  /** Keeps whole records that an answer brings, under their ids and under the key that was asked for, where it is one of a look-up. */
  const keepAnswer = (answer: Promise<Rows>, askedKey?: string): void => {
    const began = epoch;
    const share = memory?.watch();
    const keep = (rows: Rows): void => {
      if (began !== epoch || !isWholeRecord(rows[0])) return;
      if (askedKey !== undefined) {
        found.set(askedKey, answer);
        share?.(askedKey, rows[0]!);
      }
      for (const row of rows) {
        const key = keyOf(get.sql, [row.kind, row.id]);
        found.set(key, Promise.resolve([row]));
        share?.(key, row);
      }
    };
    answer.then(keep, () => {});
  };
  return {
    find: (key: string) => found.get(key) ?? other.get(key) ?? memory?.find(key),
    forgetBy(sql: string): void {
      other.clear();
      if (inserts.has(sql)) return;
      found.clear();
      memory?.clear();
      epoch += 1;
    },
    add(key: string, sql: string, answer: Promise<Rows>): void {
      other.set(key, answer);
      keepAnswer(answer, lookups.has(sql) ? key : undefined);
    },
    /** Whole records that came with what was asked for. */
    addCompanions: (answer: Promise<Rows>): void => keepAnswer(answer),
  };
};

/** Records that this unit has inserted and linked to nothing: their ids are new, so nothing else refers to them. */
const createUnlinked = ({ insert, link, linksFrom, linksTo }: PreparedStatements) => {
  const inserted = new Set<unknown>();
  const linked = new Set<unknown>();
  return {
    note(sql: string, values: readonly unknown[], answer: Promise<Rows>): void {
      if (sql === link.sql) for (const end of values.slice(1, 3)) linked.add(end);
      if (sql !== insert.sql) return;
      answer.then(
        // Without a row, the id was taken.
        (rows) => void (rows.length > 0 && inserted.add(values[0])),
        () => {},
      );
    },
    /** Whether the statement asks for links of such a record. */
    covers: (sql: string, values: readonly unknown[]): boolean =>
      (sql === linksFrom.sql || sql === linksTo.sql) && inserted.has(values[1]) && !linked.has(values[1]),
  };
};

/** Looks a record up, and has what it names come with it. */
const createLookup = (session: SqlSession, { get, byKey }: PreparedStatements, findCompanions: FindCompanions) => {
  const ways = new Map([
    [get.sql, 'get' as const],
    [byKey.sql, 'byKey' as const],
  ]);
  return (...[sql, values, name]: Parameters<SqlSession['query']>): { readonly all?: Promise<Rows>; readonly answer: Promise<Rows> } => {
    const way = ways.get(sql);
    const wide = way && findCompanions(way, values[0] as string);
    if (!wide) return { answer: session.query(sql, values, name) };
    const all = session.query(wide.sql, Array.from({ length: wide.times }, () => values).flat(), wide.name);
    const isAsked = ({ kind, id, scope, key }: SqlRow): boolean =>
      kind === values[0] && (way === 'get' ? id === values[1] : scope === values[1] && key === values[2]);
    return { all, answer: all.then((rows) => rows.filter(isAsked).slice(0, 1)) };
  };
};

/**
 * A session whose unit of work sends the same question once, however often it is asked, until the unit writes: what it has seen, in a list,
 * by key or beside another record, it does not look up by ID again. Within a snapshot, and within a unit that nobody writes beside, the
 * answer is the same.
 */
export const withoutRepeatedReads = <S extends SqlSession>(session: S, prepared: PreparedStatements, findCompanions: FindCompanions): S => {
  const answers = createAnswers(prepared, session.memory);
  const unlinked = createUnlinked(prepared);
  const lookUp = createLookup(session, prepared, findCompanions);
  const query: SqlSession['query'] = (sql, values, name) => {
    if (!sql.startsWith('select ')) {
      answers.forgetBy(sql);
      const answer = session.query(sql, values, name);
      unlinked.note(sql, values, answer);
      return answer;
    }
    if (unlinked.covers(sql, values)) return Promise.resolve([]);
    const key = keyOf(sql, values);
    const known = answers.find(key);
    if (known) return known;
    const { answer, all } = lookUp(sql, values, name);
    if (all) answers.addCompanions(all);
    answers.add(key, sql, answer);
    return answer;
  };
  const queryUnlessDuplicate: SqlSession['queryUnlessDuplicate'] = (sql, values, name) => {
    answers.forgetBy(sql);
    return session.queryUnlessDuplicate(sql, values, name);
  };
  return Object.create(session, { query: { value: query }, queryUnlessDuplicate: { value: queryUnlessDuplicate } }) as S;
};
