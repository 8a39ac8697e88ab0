import type { PreparedStatements } from './prepared-statements.ts';
import type { SqlSession } from './sql-dialect.ts';
import type { SqlRow } from './sql-row.ts';
import { recordColumns } from './tables.ts';

type Rows = readonly SqlRow[];

const isWholeRecord = (row: SqlRow | undefined): boolean => row !== undefined && recordColumns.every((column) => row[column] !== undefined);
const keyOf = (sql: string, values: readonly unknown[]): string => JSON.stringify([sql, values]);

/** What a unit of work has seen. An insert changes no record that was found; any other write may change everything. */
const createAnswers = ({ get, byKey, insert, link, appendAuditEvent }: PreparedStatements) => {
  const lookups = new Set([get.sql, byKey.sql]);
  const inserts = new Set([insert.sql, link.sql, appendAuditEvent.sql]);
  const found = new Map<string, Promise<Rows>>();
  const other = new Map<string, Promise<Rows>>();
  let epoch = 0;
  return {
    find: (key: string) => found.get(key) ?? other.get(key),
    forgetBy(sql: string): void {
      other.clear();
      if (inserts.has(sql)) return;
      found.clear();
      epoch += 1;
    },
    add(key: string, sql: string, answer: Promise<Rows>): void {
      const began = epoch;
      other.set(key, answer);
      const keep = (rows: Rows): void => {
        if (began !== epoch || !isWholeRecord(rows[0])) return;
        if (lookups.has(sql)) found.set(key, answer);
        for (const row of rows) found.set(keyOf(get.sql, [row.kind, row.id]), Promise.resolve([row]));
      };
      answer.then(keep, () => {});
    },
  };
};

/**
 * A session whose unit of work sends the same question once, however often it is asked, until the unit writes: what it has seen, in a list
 * or by key, it does not look up by ID again. Within a snapshot, and within a unit that nobody writes beside, the answer is the same.
 */
export const withoutRepeatedReads = <S extends SqlSession>(session: S, prepared: PreparedStatements): S => {
  const answers = createAnswers(prepared);
  const query: SqlSession['query'] = (sql, values, name) => {
    if (!sql.startsWith('select ')) {
      answers.forgetBy(sql);
      return session.query(sql, values, name);
    }
    const key = keyOf(sql, values);
    const known = answers.find(key);
    if (known) return known;
    const answer = session.query(sql, values, name);
    answers.add(key, sql, answer);
    return answer;
  };
  const queryUnlessDuplicate: SqlSession['queryUnlessDuplicate'] = (sql, values, name) => {
    answers.forgetBy(sql);
    return session.queryUnlessDuplicate(sql, values, name);
  };
  return Object.create(session, { query: { value: query }, queryUnlessDuplicate: { value: queryUnlessDuplicate } }) as S;
};
