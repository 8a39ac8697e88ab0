import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { FlakyTest, LedgerFigures, TestFigures } from './figures.ts';
import { runQuery } from './run-query.ts';

type TestQueries = Pick<LedgerFigures, 'testCounts' | 'testFigures' | 'flaky'>;

export const createTestQueries = (dialect: SqlDialect, session: SqlSession): TestQueries => {
  const { db } = dialect;
  const ofRuns = (runs: readonly string[]) =>
    db
      .selectFrom('job_runs as j')
      .innerJoin('test_results as t', 't.job', 'j.id')
      .where(dialect.isAnyOf(sql.ref('j.run'), runs));
  /** A test's results by how long they took: the percentile is the one at its rank. */
  const ranked = (runs: readonly string[]) =>
    ofRuns(runs)
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
  const perTest = (runs: readonly string[]) =>
    db
      .selectFrom(ranked(runs).as('ranked'))
      .groupBy('test')
      .select([
        'test',
        sql<number>`max(seq)`.as('latest'),
        sql<number>`max(runs)`.as('runs'),
        sql<number>`cast(sum(failed) as bigint)`.as('failures'),
        sql<string>`max(job_name)`.as('job_name'),
        sql<number>`min(case when rank >= (95 * runs + 99) / 100 then run_time end)`.as('p95'),
      ]);
  return {
    async testCounts(runs) {
      if (runs.length === 0) return [];
      return runQuery(
        session,
        ofRuns(runs)
          .groupBy(['j.run', 't.result'])
          .select(['j.run', 't.result', sql<number>`count(*)`.as('count')]),
      );
    },
    async testFigures(runs, order, limit) {
      if (runs.length === 0) return { tests: [], total: 0 };
      let query = db
        .selectFrom(perTest(runs).as('p'))
        .innerJoin('test_results as t', 't.seq', 'p.latest')
        .select([
          'p.test',
          'p.runs',
          'p.failures',
          'p.p95',
          'p.job_name',
          't.name',
          't.classname',
          't.file',
          't.source',
          sql<number>`count(*) over ()`.as('total'),
        ]);
      if (order === 'failures') query = query.where('p.failures', '>', 0).orderBy('p.failures', 'desc');
      query = query.orderBy('p.p95', 'desc').orderBy('t.classname').orderBy('t.name').orderBy('p.test').limit(limit);
      const rows = await runQuery(session, query);
      return {
        total: rows[0]?.total ?? 0,
        tests: rows.map((row): TestFigures => ({
          test: row.test,
          name: row.name,
          classname: row.classname,
          file: row.file,
          source: row.source,
          jobName: row.job_name,
          runs: row.runs,
          failures: row.failures,
          p95: row.p95,
        })),
      };
    },
    async flaky(project, from, to) {
      const failures = db
        .selectFrom('test_results as f')
        .innerJoin('job_runs as j', 'j.id', 'f.job')
        .where(sql<boolean>`f.failed = 1`)
        .where('f.project', '=', project)
        .where('f.at', '>=', from)
        .where('f.at', '<', to)
        .where(
          sql<boolean>`exists ${db
            .selectFrom('test_results as p')
            .select(sql.lit(1).as('one'))
            .where(sql<boolean>`p.test = f.test and p.revision = f.revision and p.result = 'success'`)}`,
        )
        .groupBy('f.test')
        .select([
          'f.test',
          sql<number>`max(f.seq)`.as('latest'),
          sql<number>`count(*)`.as('failures'),
          sql<number>`sum(f.run_time)`.as('seconds'),
        ]);
      const rows = await runQuery(
        session,
        db
          .selectFrom(failures.as('x'))
          .innerJoin('test_results as t', 't.seq', 'x.latest')
          .innerJoin('job_runs as j', 'j.id', 't.job')
          .innerJoin('workflow_runs as r', 'r.id', 'j.run')
          .select([
            'x.test',
            'x.failures',
            'x.seconds',
            't.name',
            't.classname',
            't.file',
            't.source',
            'j.name as job_name',
            'j.number',
            'j.workflow',
            'r.id as run',
            'r.created_at',
            'r.pipeline_number',
          ])
          .orderBy('x.failures', 'desc')
          .orderBy('t.classname')
          .orderBy('t.name')
          .orderBy('x.test'),
      );
      return rows.map((row): FlakyTest => ({
        test: row.test,
        name: row.name,
        classname: row.classname,
        file: row.file,
        source: row.source,
        failures: row.failures,
        seconds: row.seconds,
        jobName: row.job_name,
        jobNumber: row.number,
        workflow: row.workflow,
        run: row.run,
        runCreatedAt: row.created_at,
        pipelineNumber: row.pipeline_number,
      }));
    },
  };
};
