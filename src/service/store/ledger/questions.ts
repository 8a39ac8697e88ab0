import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Dialect, Session } from '../dialect.ts';
import { counted, type Source } from './counting.ts';
import type { Distinct, JobListed, LedgerFigures, Moment, Moments, RunListed } from './figures.ts';
import { ranksOf } from './ranks.ts';
import { bucketOf, by, jobSource, runSource } from './sources.ts';
import { storable } from '../text.ts';
import { testQuestions } from './test-questions.ts';
import { answer } from './answer.ts';

const nameless = <F extends { readonly names?: readonly string[]; readonly nameContains?: string }>({ names: _, nameContains: __, ...rest }: F): Omit<F, 'names' | 'nameContains'> => rest;

export const ledgerFiguresOf = (dialect: Dialect, session: Session): LedgerFigures => {
  const { db } = dialect;
  const from = ({ table, where }: Pick<Source, 'table' | 'where'>) => where.reduce((query, one) => query.where(one), db.selectFrom(table));
  const latest = ({ table, ordered }: Source) => from({ table, where: ordered });
  const names = async (source: Source, column: 'name' | 'branch', { after, limit }: Distinct): Promise<readonly string[]> => {
    let query = from(source).select(sql<string>`${sql.ref(column)}`.as('found')).distinct().where(sql.ref(column), '<>', '').orderBy('found').limit(limit);
    if (after !== undefined) query = query.where(sql.ref(column), '>', after);
    return (await answer(session, query)).map(({ found }) => found);
  };
  /** The same where an index begins with the names: from one to the next, past all the rows of each. `fixed`: what is in the index before them. */
  const leaping = async ({ table, ordered }: Source, fixed: readonly RawBuilder<SqlBool>[], column: 'name' | 'branch', { after = '', limit }: Distinct): Promise<readonly string[]> => {
    const name = sql.ref(column);
    const least = (behind: RawBuilder<unknown>) => from({ table, where: fixed }).select(sql<string>`min(${name})`.as('least')).where(sql<boolean>`${name} > ${behind}`);
    const there = from({ table, where: ordered }).select(sql.lit(1).as('one')).where(sql<boolean>`${name} = found.v`);
    const query = sql<{ readonly v: string }>`with recursive found(v) as (select ${least(sql`${after}`)} union all select ${least(sql`found.v`)} from found where found.v is not null)
      select v from found where v is not null and exists ${there} order by v limit ${limit}`.compile(db);
    return ((await session.rows(query.sql, query.parameters)) as unknown as readonly { readonly v: string }[]).map(({ v }) => v);
  };
  const moments = async (source: Source, milliseconds: number, { after, limit }: Moments): Promise<readonly Moment[]> => {
    const { column } = bucketOf(source.start, milliseconds);
    let query = from(source).select([sql<number>`${column}`.as('bucket'), sql<string>`name`.as('name')]).distinct().orderBy('bucket').orderBy('name').limit(limit);
    if (after) query = query.where(sql<boolean>`(${column} > ${after[0]} or (${column} = ${after[0]} and name > ${after[1]}))`);
    return (await answer(session, query)).map(({ bucket, name }) => [bucket, name]);
  };
  return {
    ...testQuestions(dialect, session),
    runFigures: (filter, columns, depth) => counted(dialect, session, runSource(dialect, filter), by(...columns), depth, runSource(dialect, columns.includes('name') ? nameless(filter) : filter)),
    async ranked(filter, columns, figures) {
      const ranks = await ranksOf(dialect, session, runSource(dialect, filter), by(...columns), figures.map(({ group, runs }) => ({ ...group, runs })), 'seconds', false);
      return figures.map((one, at) => ({ ...one, secondsRanks: ranks[at]! }));
    },
    runSeries: (filter, depth, bucket) => counted(dialect, session, runSource(dialect, filter), [...by('name'), bucketOf('created_at', bucket)], depth),
    jobFigures: (filter, depth, bucket) => counted(dialect, session, jobSource(dialect, filter), [...by('name'), ...(bucket === undefined ? [] : [bucketOf('started_at', bucket)])], depth, jobSource(dialect, nameless(filter))),
    runNames: (filter, column, part) => (column === 'name' && 'project' in filter.of ? leaping(runSource(dialect, filter), [sql`project = ${filter.of.project}`], column, part) : names(runSource(dialect, filter), column, part)),
    jobNames: (filter, part) => (storable(filter.workflow) ? leaping(jobSource(dialect, filter), [sql`project = ${filter.project} and workflow = ${filter.workflow}`], 'name', part) : Promise.resolve([])),
    jobMoments: (filter, bucket, part) => moments(jobSource(dialect, filter), bucket, part),
    runMoments: (filter, bucket, part) => moments(runSource(dialect, filter), bucket, part),
    async runs(filter, { before, limit }) {
      let query = latest(runSource(dialect, filter)).select(['seq', 'id', 'branch', 'status', 'seconds', 'millicredits', 'created_at', 'stopped_at'])
        .select([sql<number>`pipeline_number`.as('pipeline_number'), sql<number>`is_approval`.as('is_approval')]).orderBy('seq', 'desc').limit(limit);
      if (before !== undefined) query = query.where('seq', '<', before);
      return (await answer(session, query)).map((row): RunListed => ({
        seq: row.seq, id: row.id, branch: row.branch || null, pipelineNumber: row.pipeline_number, status: row.status, seconds: row.seconds, credits: row.millicredits / 1000,
        createdAt: row.created_at, stoppedAt: row.stopped_at, isApproval: row.is_approval === 1,
      }));
    },
    async jobs(filter, { before, limit }) {
      let query = latest(jobSource(dialect, filter)).select(['seq', 'id', 'status', 'seconds', 'millicredits', 'stopped_at', sql<number>`started_at`.as('started_at')]).orderBy('seq', 'desc').limit(limit);
      if (before !== undefined) query = query.where('seq', '<', before);
      return (await answer(session, query)).map((row): JobListed => ({
        seq: row.seq, id: row.id, status: row.status, seconds: row.seconds, credits: row.millicredits / 1000, startedAt: row.started_at, stoppedAt: row.stopped_at,
      }));
    },
  };
};
