import type { Compilable } from 'kysely';
import type { SqlSession } from '../sql-dialect.ts';

/** Rows of a question, as the query's type says. */
export const runQuery = async <R>(session: SqlSession, query: Compilable<R>): Promise<readonly R[]> => {
  const { sql, parameters } = query.compile();
  return (await session.query(sql, parameters)) as unknown as readonly R[];
};
