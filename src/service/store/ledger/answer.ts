import type { Compilable } from 'kysely';
import type { Session } from '../dialect.ts';

/** Rows of a question, as the query's type says. */
export const answer = async <R>(session: Session, query: Compilable<R>): Promise<readonly R[]> => {
  const { sql, parameters } = query.compile();
  return (await session.rows(sql, parameters)) as unknown as readonly R[];
};
