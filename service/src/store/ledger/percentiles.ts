import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { runQuery } from '../run-query.ts';
import type { GroupColumn, FigureSource } from './figure-source.ts';
import type { FigureGroup, Percentiles } from './figures.ts';
import { repeatQuery } from './repeat-query.ts';

type Measure = 'seconds' | 'millicredits';
type CountedGroup = FigureGroup & { readonly runs: number };
type PercentileQuery = FigureGroup & { readonly place: number; readonly from: number; readonly count: number };
type PercentileKind = 'p95' | 'median';
const directions = { p95: 'desc', median: 'asc' } as const;

/** The last 5 of 100 are walked, the middle one or two of all: indexes are in this order, and how many there are is known. */
const rankRanges: { readonly [kind in PercentileKind]: (runs: number) => { readonly from: number; readonly count: number } } = {
  p95: (runs) => ({ from: runs - Math.ceil((runs * 95) / 100), count: 1 }),
  median: (runs) => ({ from: Math.floor((runs + 1) / 2) - 1, count: runs % 2 === 0 ? 2 : 1 }),
};

/** Percentile and median of a measure for each group, in order (median 0 without `withMedian`). Each group is one walk along an index. */
export const queryPercentiles = async (
  { db }: SqlDialect,
  session: SqlSession,
  { table, orderedConditions: ordered }: FigureSource,
  by: readonly GroupColumn[],
  groups: readonly CountedGroup[],
  measure: Measure,
  withMedian: boolean,
): Promise<readonly Percentiles[]> => {
  const ranks = groups.map(() => ({ median: 0, p95: 0 }));
  for (const kind of withMedian ? (['p95', 'median'] as const) : (['p95'] as const)) {
    const queries = groups.map((group, place): PercentileQuery => ({ ...group, place, ...rankRanges[kind](group.runs) }));
    const found = await repeatQuery<PercentileQuery, { readonly place: number; readonly value: number }>(session, queries, (hole) => {
      const all = ordered.reduce((query, condition) => query.where(condition), db.selectFrom(table));
      const those = by.reduce((query, { as, column }) => query.where(sql<boolean>`${column} = ${hole(as)}`), all);
      const values = those
        .select(measure)
        .orderBy(measure, directions[kind])
        .limit(hole('count') as never)
        .offset(hole('from') as never);
      return db
        .selectFrom(values.as('v'))
        .select([
          sql<number>`cast(${hole('place')} as integer)`.as('place'),
          sql<number>`cast(avg(${sql.ref(measure)}) as double precision)`.as('value'),
        ]);
    });
    for (const { place, value } of found) ranks[place]![kind] = value;
  }
  return ranks;
};

/** Percentiles of groups that each cover a short time, such as a page's days: all their runs are read once and ranked. */
export const queryPercentilesInTime = async (
  { db }: SqlDialect,
  session: SqlSession,
  { table, scanConditions: where }: FigureSource,
  by: readonly GroupColumn[],
  groups: readonly CountedGroup[],
  measure: Measure,
): Promise<readonly Percentiles[]> => {
  const keys = sql.join(by.map(({ column }) => column)),
    of = sql.ref(measure);
  const numbered = where
    .reduce((query, one) => query.where(one), db.selectFrom(table))
    .select([
      ...by.map(({ as, column }) => column.as(as)),
      measure,
      sql<number>`row_number() over (partition by ${keys} order by ${of})`.as('place'),
      sql<number>`count(*) over (partition by ${keys})`.as('runs'),
    ]);
  const rows = (await runQuery(
    session,
    db
      .selectFrom(numbered.as('n'))
      .groupBy(by.map(({ as }) => sql.ref(as)))
      .select([
        ...by.map(({ as }) => sql<string | number>`${sql.ref(as)}`.as(as)),
        sql<number>`cast(avg(case when place in ((runs + 1) / 2, (runs + 2) / 2) then ${of} end) as double precision)`.as('median'),
        sql<number>`cast(min(case when place >= (95 * runs + 99) / 100 then ${of} end) as double precision)`.as('p95'),
      ]),
  )) as readonly (Percentiles & { readonly [column in keyof FigureGroup]: string | number })[];
  const keyOf = (group: object): string => JSON.stringify(by.map(({ as }) => String((group as Record<string, unknown>)[as])));
  const known = new Map(rows.map((row) => [keyOf(row), { median: row.median, p95: row.p95 }]));
  return groups.map((group) => known.get(keyOf(group))!);
};
