import { type RawBuilder, sql } from 'kysely';
import { type GroupedFilter, type GroupedTerm, type NumberRange, takeApart } from '../members/grouped-terms.ts';
import type { CountQuestion, SqlDialect, SqlText } from '../sql-dialect.ts';
import { fewRecords } from './rare-condition.ts';

/** The term with which a statement begins because few records fulfill it, by its index; undefined: there is none. */
export type GroupedStart = number | undefined;

const isDefined = (value: number | undefined): value is number => value !== undefined;
const intersectRanges = (one: NumberRange, other: NumberRange): NumberRange => {
  const [after, before] = [[one.after, other.after].filter(isDefined), [one.before, other.before].filter(isDefined)];
  return {
    after: after.length > 0 ? Math.max(...after) : undefined,
    before: before.length > 0 ? Math.min(...before) : undefined,
    ...(other.among ? { among: other.among } : {}),
  };
};

/**
 * `from (the numbers) as n where …`. If few records remain, each is checked for the other terms. Otherwise the terms are set operations,
 * whose time depends on the size of the terms only, not on the database's statistics.
 */
export const selectFromGroup = (
  dialect: SqlDialect,
  filter: GroupedFilter,
  start: GroupedStart,
  range: NumberRange = {},
): RawBuilder<unknown> => {
  const { terms, range: own, others } = takeApart(dialect, filter);
  const within = intersectRanges(own, range);
  const rest = terms.filter((_, at) => at !== start).map(({ isFulfilled }) => isFulfilled);
  const numbers =
    start === undefined
      ? sql`${sql.join(
          terms.map((term) => term.select(within)),
          sql` intersect `,
        )}`
      : terms[start]!.select(within);
  const conditions = sql.join([...(start === undefined ? [] : rest), ...others, sql`n.seq > 0`], sql` and `);
  return sql`from (${numbers}) as n where ${conditions}`;
};

/** Builds the query that counts the records of a grouped filter. */
export const buildGroupedCount = (dialect: SqlDialect, filter: GroupedFilter, start: GroupedStart): CountQuestion => {
  const select = (range: NumberRange): SqlText =>
    sql`select n.seq as seq ${selectFromGroup(dialect, filter, start, range)}`.compile(dialect.db);
  const { sql: text, parameters } = sql`select count(*) as "total" ${selectFromGroup(dialect, filter, start)}`.compile(dialect.db);
  return {
    sql: text,
    parameters,
    numbers: {
      selectRange: (after, before) => select({ after, before }),
      selectAmong: (among) => select({ among }),
      isCostly: start === undefined && takeApart(dialect, filter).terms.length > 1,
    },
  };
};

/** A question whether few records fulfill a term. */
export const buildTermEstimate = (dialect: SqlDialect, { select }: GroupedTerm): SqlText =>
  sql`select count(*) as total from (select 1 from (${select({})}) as found limit ${sql.lit(fewRecords + 1)}) as few`.compile(dialect.db);
