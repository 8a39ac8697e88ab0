import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { isStorable } from '../text.ts';
import type { FigureSource } from './figure-source.ts';
import type { Bucket, BucketPage, JobListItem, LedgerFigures, NamePage, RunListItem } from './figures.ts';
import { queryPercentiles } from './percentiles.ts';
import { queryFigures } from './query-figures.ts';
import { runQuery } from '../run-query.ts';
import { createJobSource, createRunSource, toBucketColumn, toGroupColumns } from './sources.ts';
import { createTestQueries } from './test-queries.ts';

interface FigureContext {
  readonly dialect: SqlDialect;
  readonly session: SqlSession;
}

const withoutNames = <F extends { readonly names?: readonly string[]; readonly nameContains?: string }>({
  names: _names,
  nameContains: _nameContains,
  ...rest
}: F): Omit<F, 'names' | 'nameContains'> => rest;

const selectWhere = ({ dialect }: FigureContext, table: FigureSource['table'], conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.reduce((query, condition) => query.where(condition), dialect.db.selectFrom(table));

const listNames = async (
  context: FigureContext,
  { table, scanConditions }: FigureSource,
  column: 'name' | 'branch',
  { after, limit }: NamePage,
): Promise<readonly string[]> => {
  let query = selectWhere(context, table, scanConditions)
    .select(sql<string>`${sql.ref(column)}`.as('found'))
    .distinct()
    .where(sql.ref(column), '<>', '')
    .orderBy('found')
    .limit(limit);
  if (after !== undefined) query = query.where(sql.ref(column), '>', after);
  return (await runQuery(context.session, query)).map(({ found }) => found);
};

/**
 * Lists the names by an index that begins with them: it seeks from one name to the next and skips the rows of each. `fixed`: conditions on
 * the columns that precede the names in the index.
 */
const listIndexedNames = async (
  context: FigureContext,
  { table, orderedConditions }: FigureSource,
  fixed: readonly RawBuilder<SqlBool>[],
  { after = '', limit }: NamePage,
): Promise<readonly string[]> => {
  const name = sql.ref('name');
  const selectNext = (bound: RawBuilder<unknown>) =>
    selectWhere(context, table, fixed)
      .select(sql<string>`min(${name})`.as('least'))
      .where(sql<boolean>`${name} > ${bound}`);
  const occurs = selectWhere(context, table, orderedConditions)
    .select(sql.lit(1).as('one'))
    .where(sql<boolean>`${name} = found.v`);
  const query = sql<{ readonly v: string }>`with recursive found(v) as (
      select ${selectNext(sql`${after}`)} union all select ${selectNext(sql`found.v`)} from found where found.v is not null)
    select v from found where v is not null and exists ${occurs} order by v limit ${limit}`.compile(context.dialect.db);
  const rows = (await context.session.query(query.sql, query.parameters)) as unknown as readonly { readonly v: string }[];
  return rows.map(({ v }) => v);
};

const listBuckets = async (
  context: FigureContext,
  { table, scanConditions, startColumn }: FigureSource,
  milliseconds: number,
  { after, limit }: BucketPage,
): Promise<readonly Bucket[]> => {
  const { column } = toBucketColumn(startColumn, milliseconds);
  let query = selectWhere(context, table, scanConditions)
    .select([sql<number>`${column}`.as('bucket'), sql<string>`name`.as('name')])
    .distinct()
    .orderBy('bucket')
    .orderBy('name')
    .limit(limit);
  if (after) query = query.where(sql<boolean>`(${column} > ${after[0]} or (${column} = ${after[0]} and name > ${after[1]}))`);
  return (await runQuery(context.session, query)).map(({ bucket, name }) => [bucket, name]);
};

const summarizeRuns = (
  { dialect, session }: FigureContext,
  ...[filter, columns, depth]: Parameters<LedgerFigures['summarizeRuns']>
): ReturnType<LedgerFigures['summarizeRuns']> => {
  const ofGroups = createRunSource(dialect, columns.includes('name') ? withoutNames(filter) : filter);
  return queryFigures(dialect, session, createRunSource(dialect, filter), toGroupColumns(...columns), depth, ofGroups);
};

const summarizeJobs = (
  { dialect, session }: FigureContext,
  ...[filter, depth, bucket]: Parameters<LedgerFigures['summarizeJobs']>
): ReturnType<LedgerFigures['summarizeJobs']> => {
  const columns = [...toGroupColumns('name'), ...(bucket === undefined ? [] : [toBucketColumn('started_at', bucket)])];
  const ofGroups = createJobSource(dialect, withoutNames(filter));
  return queryFigures(dialect, session, createJobSource(dialect, filter), columns, depth, ofGroups);
};

const addPercentiles = async (
  { dialect, session }: FigureContext,
  ...[filter, columns, figures]: Parameters<LedgerFigures['addPercentiles']>
): ReturnType<LedgerFigures['addPercentiles']> => {
  const groups = figures.map(({ group, runs }) => ({ ...group, runs }));
  const source = createRunSource(dialect, filter);
  const ranks = await queryPercentiles(dialect, session, source, toGroupColumns(...columns), groups, 'seconds', false);
  return figures.map((one, index) => ({ ...one, secondsRanks: ranks[index]! }));
};

const listRuns = async (
  context: FigureContext,
  ...[filter, { before, limit }]: Parameters<LedgerFigures['listRuns']>
): ReturnType<LedgerFigures['listRuns']> => {
  const { table, orderedConditions } = createRunSource(context.dialect, filter);
  let query = selectWhere(context, table, orderedConditions)
    .select(['seq', 'id', 'branch', 'status', 'seconds', 'millicredits', 'created_at', 'stopped_at'])
    .select([sql<number>`pipeline_number`.as('pipeline_number'), sql<number>`is_approval`.as('is_approval')])
    .orderBy('seq', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('seq', '<', before);
  return (await runQuery(context.session, query)).map((row): RunListItem => ({
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
};

const listJobs = async (
  context: FigureContext,
  ...[filter, { before, limit }]: Parameters<LedgerFigures['listJobs']>
): ReturnType<LedgerFigures['listJobs']> => {
  const { table, orderedConditions } = createJobSource(context.dialect, filter);
  let query = selectWhere(context, table, orderedConditions)
    .select(['seq', 'id', 'status', 'seconds', 'millicredits', 'stopped_at', sql<number>`started_at`.as('started_at')])
    .orderBy('seq', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('seq', '<', before);
  return (await runQuery(context.session, query)).map((row): JobListItem => ({
    seq: row.seq,
    id: row.id,
    status: row.status,
    seconds: row.seconds,
    credits: row.millicredits / 1000,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
  }));
};

export const createLedgerFigures = (dialect: SqlDialect, session: SqlSession): LedgerFigures => {
  const context: FigureContext = { dialect, session };
  return {
    ...createTestQueries(dialect, session),
    summarizeRuns: (filter, columns, depth) => summarizeRuns(context, filter, columns, depth),
    addPercentiles: (filter, columns, figures) => addPercentiles(context, filter, columns, figures),
    summarizeRunSeries: (filter, depth, bucket) => {
      const columns = [...toGroupColumns('name'), toBucketColumn('created_at', bucket)];
      return queryFigures(dialect, session, createRunSource(dialect, filter), columns, depth);
    },
    summarizeJobs: (filter, depth, bucket) => summarizeJobs(context, filter, depth, bucket),
    listRunNames: (filter, column, page) => {
      const source = createRunSource(dialect, filter);
      if (column !== 'name' || !('project' in filter.of)) return listNames(context, source, column, page);
      return listIndexedNames(context, source, [sql`project = ${filter.of.project}`], page);
    },
    listJobNames: async (filter, page) => {
      if (!isStorable(filter.workflow)) return [];
      const fixed: readonly RawBuilder<SqlBool>[] = [sql`project = ${filter.project} and workflow = ${filter.workflow}`];
      return listIndexedNames(context, createJobSource(dialect, filter), fixed, page);
    },
    listJobBuckets: (filter, bucket, page) => listBuckets(context, createJobSource(dialect, filter), bucket, page),
    listRunBuckets: (filter, bucket, page) => listBuckets(context, createRunSource(dialect, filter), bucket, page),
    listRuns: (filter, page) => listRuns(context, filter, page),
    listJobs: (filter, page) => listJobs(context, filter, page),
  };
};
