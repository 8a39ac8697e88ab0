import { sql } from 'kysely';
import { listNumberedConditions, type NumberedCondition, selectByCondition } from '../conditions.ts';
import { buildCountQuestion } from '../count-question.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { RecordFilter } from '../record-filter.ts';

/** Looking up this many records takes as long as a merge over ten times as many. */
export const fewRecords = 1000;
/** A condition is rare if it matches at most one in this many of the scope's records: a merge reads all of them. */
const shareOfFew = 100;

interface Estimates {
  readonly dialect: SqlDialect;
  readonly session: SqlSession;
}

/**
 * The number of records of a scope that count as few. It is derived by doubling instead of as a hundredth, so that the query stays the same
 * for as long as possible.
 */
const limitFew = async ({ dialect, session }: Estimates, { kind, scope }: RecordFilter): Promise<number> => {
  if (!dialect.selectLinkedNumbers || typeof scope !== 'string') return fewRecords;
  const whole = await session.estimate!(buildCountQuestion(dialect, { kind, scope }));
  let few = fewRecords;
  while (few * 2 * shareOfFew <= whole) few *= 2;
  return few;
};

/** A condition of the filter that few records fulfill; undefined also where the session does not estimate. */
export const findRareCondition = async (estimates: Estimates, filter: RecordFilter): Promise<NumberedCondition | undefined> => {
  const { dialect, session } = estimates;
  if (!session.estimate) return undefined;
  const conditions = listNumberedConditions(filter);
  const findAmong = async (few: number): Promise<NumberedCondition | undefined> => {
    for (const condition of conditions) {
      const most = sql`select 1 from (${selectByCondition(dialect, condition)}) as found limit ${few + 1}`;
      const question = sql`select count(*) as total from (${most}) as few`.compile(dialect.db);
      if ((await session.estimate!(question)) <= few) return condition;
    }
    return undefined;
  };
  const rare = await findAmong(fewRecords);
  if (rare || conditions.length === 0) return rare;
  const few = await limitFew(estimates, filter);
  return few > fewRecords ? findAmong(few) : undefined;
};
