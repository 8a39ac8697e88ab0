import { sql } from 'kysely';
import { listNumberedConditions, type NumberedCondition, selectByCondition } from '../conditions.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { RecordFilter } from '../store.ts';

/** As many records are looked up in the time in which a merge passes ten times as many. */
export const fewRecords = 1000;

/** A condition of the filter that few records fulfill; undefined also where the session does not estimate. */
export const findRareCondition = async (
  { dialect, session }: { readonly dialect: SqlDialect; readonly session: SqlSession },
  filter: RecordFilter,
): Promise<NumberedCondition | undefined> => {
  if (!session.estimate) return undefined;
  for (const condition of listNumberedConditions(filter)) {
    const most = sql`select 1 from (${selectByCondition(dialect, condition)}) as found limit ${fewRecords + 1}`;
    const question = sql`select count(*) as total from (${most}) as few`.compile(dialect.db);
    if ((await session.estimate(question)) <= fewRecords) return condition;
  }
  return undefined;
};
