import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { FlakyTest, LedgerFigures, TestFigures } from './figures.ts';
import { runQuery } from '../run-query.ts';

type TestQueries = Pick<LedgerFigures, 'countTests' | 'listTestFigures' | 'listFlakyTests'>;

const selectResults = (dialect: SqlDialect, runs: readonly string[]) =>
  dialect.db
    .selectFrom('job_runs as j')
    .innerJoin('test_results as t', 't.job', 'j.id')
    .where(dialect.isAnyOf(sql.ref('j.run'), runs));

/** The results of each test by duration: the percentile is the one at its rank. */
const selectRanked = (dialect: SqlDialect, runs: readonly string[]) =>
  selectResults(dialect, runs)
    .where('t.result', '<>', 'skipped')
    .select([
      't.test',
      't.seq',
      't.failed',
      't.run_time',
      'j.name as job_name',
      sql<number>`row_number() over (partition by t.test order by t.run_time)`.as('rank'),
      sql<number>`count(*) over (partition by t.test)`.as('runs'),
    ]);

const selectPerTest = (dialect: SqlDialect, runs: readonly string[]) =>
  dialect.db
    .selectFrom(selectRanked(dialect, runs).as('ranked'))
    .groupBy('test')
    .select([
      'test',
      sql<number>`max(seq)`.as('latest'),
      sql<number>`max(runs)`.as('runs'),
      sql<number>`cast(sum(failed) as bigint)`.as('failures'),
      sql<string>`max(job_name)`.as('job_name'),
      sql<number>`min(case when rank >= (95 * runs + 99) / 100 then run_time end)`.as('p95'),
    ]);

const selectTestFigures = (dialect: SqlDialect, runs: readonly string[], order: 'failures' | 'p95') => {
  const query = dialect.db
    .selectFrom(selectPerTest(dialect, runs).as('p'))
    .innerJoin('test_results as t', 't.seq', 'p.latest')
    .select(['p.test', 'p.runs', 'p.failures', 'p.p95', 'p.job_name', 't.name', 't.classname', 't.file', 't.source'])
    .select(sql<number>`count(*) over ()`.as('total'));
  const ordered = order === 'failures' ? query.where('p.failures', '>', 0).orderBy('p.failures', 'desc') : query;
  return ordered.orderBy('p.p95', 'desc').orderBy('t.classname').orderBy('t.name').orderBy('p.test');
};

/** Failures of tests that succeeded in the same commit, by test. */
const selectFlakyFailures = ({ db }: SqlDialect, project: string, from: number, to: number) => {
  const success = db
    .selectFrom('test_results as p')
    .select(sql.lit(1).as('one'))
    .where(sql<boolean>`p.test = f.test and p.revision = f.revision and p.result = 'success'`);
  return db
    .selectFrom('test_results as f')
    .innerJoin('job_runs as j', 'j.id', 'f.job')
    .where(sql<boolean>`f.failed = 1`)
    .where('f.project', '=', project)
    .where('f.at', '>=', from)
    .where('f.at', '<', to)
    .where(sql<boolean>`exists ${success}`)
    .groupBy('f.test')
    .select([
      'f.test',
      sql<number>`max(f.seq)`.as('latest'),
      sql<number>`count(*)`.as('failures'),
      sql<number>`sum(f.run_time)`.as('seconds'),
    ]);
};

const selectFlakyTests = (dialect: SqlDialect, project: string, from: number, to: number) =>
  dialect.db
    .selectFrom(selectFlakyFailures(dialect, project, from, to).as('x'))
    .innerJoin('test_results as t', 't.seq', 'x.latest')
    .innerJoin('job_runs as j', 'j.id', 't.job')
    .innerJoin('workflow_runs as r', 'r.id', 'j.run')
    .select(['x.test', 'x.failures', 'x.seconds', 't.name', 't.classname', 't.file', 't.source'])
    .select(['j.name as job_name', 'j.number', 'j.workflow', 'r.id as run', 'r.created_at', 'r.pipeline_number'])
    .orderBy('x.failures', 'desc')
    .orderBy('t.classname')
    .orderBy('t.name')
    .orderBy('x.test');

export const createTestQueries = (dialect: SqlDialect, session: SqlSession): TestQueries => ({
  async countTests(runs) {
    if (runs.length === 0) return [];
    const query = selectResults(dialect, runs)
      .groupBy(['j.run', 't.result'])
      .select(['j.run', 't.result', sql<number>`count(*)`.as('count')]);
    return runQuery(session, query);
  },
  async listTestFigures(runs, order, limit) {
    if (runs.length === 0) return { tests: [], total: 0 };
    const rows = await runQuery(session, selectTestFigures(dialect, runs, order).limit(limit));
    const tests = rows.map(({ job_name: jobName, total: _total, ...row }): TestFigures => ({ ...row, jobName }));
    return { total: rows[0]?.total ?? 0, tests };
  },
  async listFlakyTests(project, from, to) {
    const rows = await runQuery(session, selectFlakyTests(dialect, project, from, to));
    return rows.map(
      ({ job_name: jobName, number: jobNumber, created_at: runCreatedAt, pipeline_number: pipelineNumber, ...row }): FlakyTest => ({
        ...row,
        jobName,
        jobNumber,
        runCreatedAt,
        pipelineNumber,
      }),
    );
  },
});
