import { sql } from 'kysely';
import type { Dialect, Session } from '../dialect.ts';
import { answer } from './answer.ts';
import type { By, Source } from './counting.ts';
import type { Group, Ranks } from './figures.ts';

/** Questions of one statement; SQLite takes 500. */
const together = 100;

type Wanted = { readonly group: number; readonly from: number; readonly count: number; readonly isDescending: boolean };
const bottomUp = (rank: number): number => rank - 1;
/** The last 5 of 100 are walked, the middle one or two of all: indexes are in this order, and how many there are is known. */
const wantedOf = (groups: readonly { readonly runs: number }[], withMedian: boolean): readonly Wanted[] => groups.flatMap(({ runs }, group) => [
  { group, from: runs - Math.ceil(runs * 95 / 100), count: 1, isDescending: true },
  ...(withMedian ? [{ group, from: bottomUp(Math.floor((runs + 1) / 2)), count: runs % 2 === 0 ? 2 : 1, isDescending: false }] : []),
]);

/** Percentile and median of a measure for each of these groups, in their order; without it, the median is 0. */
export const ranksOf = async (
  { db }: Dialect, session: Session, { table, ordered }: Source, by: readonly By[], groups: readonly (Group & { readonly runs: number })[], measure: 'seconds' | 'millicredits', withMedian: boolean,
): Promise<readonly Ranks[]> => {
  const one = ({ group, from, count, isDescending }: Wanted) => {
    const all = ordered.reduce((query, condition) => query.where(condition), db.selectFrom(table));
    const those = by.reduce((query, { as, column }) => query.where(sql<boolean>`${column} = ${groups[group]![as]}`), all);
    const values = those.select(measure).orderBy(measure, isDescending ? 'desc' : 'asc').limit(sql.lit(count)).offset(sql.lit(from));
    return db.selectFrom(values.as('v')).select([sql.lit(group).as('group'), sql.lit(isDescending ? 'p95' : 'median').as('rank'), sql<number>`cast(avg(${sql.ref(measure)}) as double precision)`.as('value')]);
  };
  const wanted = wantedOf(groups, withMedian), ranks = groups.map(() => ({ median: 0, p95: 0 }));
  for (let at = 0; at < wanted.length; at += together) {
    const [first, ...rest] = wanted.slice(at, at + together).map(one);
    for (const { group, rank, value } of await answer(session, rest.reduce((query, next) => query.unionAll(next), first!))) ranks[group]![rank as keyof Ranks] = value;
  }
  return ranks;
};
