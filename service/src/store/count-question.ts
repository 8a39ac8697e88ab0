import { sql } from 'kysely';
import { buildConditions, type QueryStart } from './conditions.ts';
import type { CountedNumbers, CountQuestion, SqlDialect, SqlText } from './sql-dialect.ts';
import type { RecordFilter } from './record-filter.ts';

/** A query over `records as r`. */
export const selectMatching = (dialect: SqlDialect, filter: RecordFilter, start?: QueryStart) =>
  buildConditions(dialect, filter, start).reduce((query, condition) => query.where(condition), dialect.db.selectFrom('records as r'));

const isDefined = (value: number | undefined): value is number => value !== undefined;

/** The filter, narrowed to a range of numbers. */
const narrow = (filter: RecordFilter, after: number, before: number): RecordFilter => ({
  ...filter,
  seq: {
    after: Math.max(...[filter.seq?.after, after].filter(isDefined)),
    before: Math.min(...[filter.seq?.before, before].filter(isDefined)),
  },
});

const buildNumbers = (dialect: SqlDialect, filter: RecordFilter, start: QueryStart | undefined): CountedNumbers => {
  const selectNumbers = (asked: RecordFilter, from: QueryStart | undefined): SqlText =>
    selectMatching(dialect, asked, from).select('r.seq').compile();
  return {
    selectRange(after, before) {
      const asked = narrow(filter, after, before);
      const linked = start ? undefined : dialect.selectLinkedNumbers?.(asked);
      return linked?.compile(dialect.db) ?? selectNumbers(asked, start);
    },
    selectAmong: (some) => selectNumbers(filter, { numbers: some }),
  };
};

/** Builds the query that counts the records of a filter. */
export const buildCountQuestion = (dialect: SqlDialect, filter: RecordFilter, start?: QueryStart): CountQuestion => {
  const numbers = start ? undefined : dialect.selectLinkedNumbers?.(filter);
  const { sql: text, parameters } = numbers
    ? sql`select count(*) as total from (${numbers} order by 1 limit -1)`.compile(dialect.db)
    : selectMatching(dialect, filter, start)
        .select(({ fn }) => fn.countAll().as('total'))
        .compile();
  const isDecidedByRecord = (filter.linked ?? []).every(({ self, otherLinked }) => self === 'from' && !otherLinked);
  return { sql: text, parameters, numbers: isDecidedByRecord ? buildNumbers(dialect, filter, start) : undefined };
};
