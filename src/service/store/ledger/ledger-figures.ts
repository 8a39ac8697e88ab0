import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { FigureSource } from './figure-source.ts';
import { queryFigures } from './query-figures.ts';
import type { NamePage, JobListItem, LedgerFigures, Bucket, BucketPage, RunListItem } from './figures.ts';
import { queryPercentiles } from './percentiles.ts';
import { toBucketColumn, toGroupColumns, createJobSource, createRunSource } from './sources.ts';
import { isStorable } from '../text.ts';
import { createTestQueries } from './test-queries.ts';
import { runQuery } from './run-query.ts';

const withoutNames = <F extends { readonly names?: readonly string[]; readonly nameContains?: string }>({
  names: _,
  nameContains: __,
  ...rest
}: F): Omit<F, 'names' | 'nameContains'> => rest;

export const createLedgerFigures = (dialect: SqlDialect, session: SqlSession): LedgerFigures => {
  const { db } = dialect;
  const from = ({ table, scanConditions: where }: Pick<FigureSource, 'table' | 'scanConditions'>) =>
    where.reduce((query, one) => query.where(one), db.selectFrom(table));
  const latest = ({ table, orderedConditions: ordered }: FigureSource) => from({ table, scanConditions: ordered });
  const names = async (source: FigureSource, column: 'name' | 'branch', { after, limit }: NamePage): Promise<readonly string[]> => {
    let query = from(source)
      .select(sql<string>`${sql.ref(column)}`.as('found'))
      .distinct()
      .where(sql.ref(column), '<>', '')
      .orderBy('found')
      .limit(limit);
    if (after !== undefined) query = query.where(sql.ref(column), '>', after);
    return (await runQuery(session, query)).map(({ found }) => found);
  };
  /** The same where an index begins with the names: from one to the next, past all the rows of each. `fixed`: what is in the index before them. */
  const leaping = async (
    { table, orderedConditions: ordered }: FigureSource,
    fixed: readonly RawBuilder<SqlBool>[],
    column: 'name' | 'branch',
    { after = '', limit }: NamePage,
  ): Promise<readonly string[]> => {
    const name = sql.ref(column);
    const least = (bound: RawBuilder<unknown>) =>
      from({ table, scanConditions: fixed })
        .select(sql<string>`min(${name})`.as('least'))
        .where(sql<boolean>`${name} > ${bound}`);
    const occurs = from({ table, scanConditions: ordered })
      .select(sql.lit(1).as('one'))
      .where(sql<boolean>`${name} = found.v`);
    const query = sql<{
      readonly v: string;
    }>`with recursive found(v) as (select ${least(sql`${after}`)} union all select ${least(sql`found.v`)} from found where found.v is not null)
      select v from found where v is not null and exists ${occurs} order by v limit ${limit}`.compile(db);
    return ((await session.query(query.sql, query.parameters)) as unknown as readonly { readonly v: string }[]).map(({ v }) => v);
  };
  const moments = async (source: FigureSource, milliseconds: number, { after, limit }: BucketPage): Promise<readonly Bucket[]> => {
    const { column } = toBucketColumn(source.startColumn, milliseconds);
    let query = from(source)
      .select([sql<number>`${column}`.as('bucket'), sql<string>`name`.as('name')])
      .distinct()
      .orderBy('bucket')
      .orderBy('name')
      .limit(limit);
    if (after) query = query.where(sql<boolean>`(${column} > ${after[0]} or (${column} = ${after[0]} and name > ${after[1]}))`);
    return (await runQuery(session, query)).map(({ bucket, name }) => [bucket, name]);
  };
  return {
    ...createTestQueries(dialect, session),
    summarizeRuns: (filter, columns, depth) =>
      queryFigures(
        dialect,
        session,
        createRunSource(dialect, filter),
        toGroupColumns(...columns),
        depth,
        createRunSource(dialect, columns.includes('name') ? withoutNames(filter) : filter),
      ),
    async addPercentiles(filter, columns, figures) {
      const ranks = await queryPercentiles(
        dialect,
        session,
        createRunSource(dialect, filter),
        toGroupColumns(...columns),
        figures.map(({ group, runs }) => ({ ...group, runs })),
        'seconds',
        false,
      );
      return figures.map((one, at) => ({ ...one, secondsRanks: ranks[at]! }));
    },
    summarizeRunSeries: (filter, depth, bucket) =>
      queryFigures(
        dialect,
        session,
        createRunSource(dialect, filter),
        [...toGroupColumns('name'), toBucketColumn('created_at', bucket)],
        depth,
      ),
    summarizeJobs: (filter, depth, bucket) =>
      queryFigures(
        dialect,
        session,
        createJobSource(dialect, filter),
        [...toGroupColumns('name'), ...(bucket === undefined ? [] : [toBucketColumn('started_at', bucket)])],
        depth,
        createJobSource(dialect, withoutNames(filter)),
      ),
    listRunNames: (filter, column, part) =>
      column === 'name' && 'project' in filter.of
        ? leaping(createRunSource(dialect, filter), [sql`project = ${filter.of.project}`], column, part)
        : names(createRunSource(dialect, filter), column, part),
    listJobNames: (filter, part) =>
      isStorable(filter.workflow)
        ? leaping(createJobSource(dialect, filter), [sql`project = ${filter.project} and workflow = ${filter.workflow}`], 'name', part)
        : Promise.resolve([]),
    listJobBuckets: (filter, bucket, part) => moments(createJobSource(dialect, filter), bucket, part),
    listRunBuckets: (filter, bucket, part) => moments(createRunSource(dialect, filter), bucket, part),
    async listRuns(filter, { before, limit }) {
      let query = latest(createRunSource(dialect, filter))
        .select(['seq', 'id', 'branch', 'status', 'seconds', 'millicredits', 'created_at', 'stopped_at'])
        .select([sql<number>`pipeline_number`.as('pipeline_number'), sql<number>`is_approval`.as('is_approval')])
        .orderBy('seq', 'desc')
        .limit(limit);
      if (before !== undefined) query = query.where('seq', '<', before);
      return (await runQuery(session, query)).map((row): RunListItem => ({
        seq: row.seq,
        id: row.id,
        branch: row.branch || null,
        pipelineNumber: row.pipeline_number,
        status: row.status,
        seconds: row.seconds,
        credits: row.millicredits / 1000,
        createdAt: row.created_at,
        stoppedAt: row.stopped_at,
        isApproval: row.is_approval === 1,
      }));
    },
    async listJobs(filter, { before, limit }) {
      let query = latest(createJobSource(dialect, filter))
        .select(['seq', 'id', 'status', 'seconds', 'millicredits', 'stopped_at', sql<number>`started_at`.as('started_at')])
        .orderBy('seq', 'desc')
        .limit(limit);
      if (before !== undefined) query = query.where('seq', '<', before);
      return (await runQuery(session, query)).map((row): JobListItem => ({
        seq: row.seq,
        id: row.id,
        status: row.status,
        seconds: row.seconds,
        credits: row.millicredits / 1000,
        startedAt: row.started_at,
        stoppedAt: row.stopped_at,
      }));
    },
  };
};
