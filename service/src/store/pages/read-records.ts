import type { Sealer } from '../sealing/sealer.ts';
import type { CountQuestion, SqlDialect, SqlSession, SqlText } from '../sql-dialect.ts';
import type { StoredRecord } from '../store.ts';
import { toRecord } from '../tables.ts';

/** The context of list queries. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly session: SqlSession;
  readonly sealer: Sealer;
}

export const askTotal = async ({ session }: ListContext, question: CountQuestion): Promise<number> =>
  session.count ? session.count(question) : ((await session.query(question.sql, question.parameters))[0]?.total as number);

export const readRecords = async <B>({ session, sealer }: ListContext, { sql, parameters }: SqlText): Promise<readonly StoredRecord<B>[]> =>
  (await session.query(sql, parameters)).map((row) => toRecord<B>(row, sealer));
