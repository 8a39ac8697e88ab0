import type { Compilable } from 'kysely';
import type { SqlSession } from './sql-dialect.ts';

/** The rows of a query, typed by the query. */
export const runQuery = async <R>(session: SqlSession, query: Compilable<R>): Promise<readonly R[]> => {
  const { sql, parameters } = query.compile();
  return (await session.query(sql, parameters)) as unknown as readonly R[];
};
