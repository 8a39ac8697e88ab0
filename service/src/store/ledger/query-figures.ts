import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { FigureSource, GroupColumn } from './figure-source.ts';
import { runQuery } from '../run-query.ts';
import type { FigureDepth, Figures, FigureGroup, Sums } from './figures.ts';
import { queryPercentilesInTime, queryPercentiles } from './percentiles.ts';

type Column = RawBuilder<unknown>;
/** A number of JavaScript from either engine; the sum itself is one of whole numbers. */
const sumColumn = (column: string): Column => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as double precision)`;
const countStatus = (status: string): Column => sql`count(*) filter (where status = ${sql.lit(status)})`;

const querySums = async (
  { db }: SqlDialect,
  session: SqlSession,
  { table, scanConditions: where, orderedConditions: ordered, startColumn: start, isLong }: FigureSource,
  by: readonly GroupColumn[],
  depth: FigureDepth,
): Promise<readonly (Sums & FigureGroup)[]> => {
  const none = sql`0`,
    isInTime = by.some(({ as }) => as === 'bucket');
  // An index is in the order of the groups: a walk along all of it costs less than sorting a long stretch of time.
  let query = (by.some(({ as }) => as === 'branch') || (isLong && by.some(({ as }) => as === 'name') && !isInTime) ? ordered : where)
    .reduce((all, one) => all.where(one), db.selectFrom(table))
    .select([
      ...by.map(({ as, column }) => column.as(as)),
      sql<number>`count(*)`.as('runs'),
      countStatus('success').as('successes'),
      countStatus('canceled').as('canceled'),
      sumColumn('seconds').as('seconds'),
      sumColumn('millicredits').as('millicredits'),
      sql`count(recovery)`.as('recoveries'),
      sumColumn('recovery').as('recovery'),
      (depth === 'all' ? sql`coalesce(sum(cast(seconds as double precision) * seconds), 0)` : none).as('squares'),
      (depth === 'all' ? sql`coalesce(min(seconds), 0)` : none).as('shortest'),
      (depth === 'all' ? sql`coalesce(max(seconds), 0)` : none).as('longest'),
      (isInTime ? sql`min(${sql.ref(start)})` : sql`null`).as('firstStart'),
      (isInTime ? sql`max(stopped_at)` : sql`null`).as('lastStop'),
    ]);
  for (const { column } of by) query = query.groupBy(column);
  const found = (await runQuery(session, query)) as unknown as readonly (Sums & FigureGroup)[];
  // SQLite answers without letting go of the process; between two long answers others have their turn.
  if (isLong) await new Promise(setImmediate);
  return found;
};

/** `ofGroups`: without conditions that a group's own columns imply, which would hide an index's order from SQLite. */
export const queryFigures = async (
  dialect: SqlDialect,
  session: SqlSession,
  source: FigureSource,
  by: readonly GroupColumn[],
  depth: FigureDepth,
  ofGroups: FigureSource = source,
): Promise<readonly Figures[]> => {
  const sums = (await querySums(dialect, session, source, by, depth)).filter(({ runs }) => runs > 0);
  const isInTime = by.some(({ as }) => as === 'bucket');
  const ranks = (measure: 'seconds' | 'millicredits') =>
    isInTime
      ? queryPercentilesInTime(dialect, session, source, by, sums, measure)
      : queryPercentiles(dialect, session, ofGroups, by, sums, measure, depth === 'all');
  const seconds = depth === 'sums' ? [] : await ranks('seconds');
  const credits = depth === 'all' ? await ranks('millicredits') : [];
  return sums.map((row, at) => {
    const { project, name, branch, bucket, ...rest } = row;
    return {
      ...rest,
      group: {
        ...(project === undefined ? {} : { project }),
        ...(name === undefined ? {} : { name }),
        ...(branch === undefined ? {} : { branch }),
        ...(bucket === undefined ? {} : { bucket: Number(bucket) }),
      },
      secondsRanks: seconds[at] ?? null,
      creditsRanks: credits[at] ?? null,
    };
  });
};
