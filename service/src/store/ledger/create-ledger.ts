import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import {
  type JobRun,
  type Ledger,
  type LedgerRow,
  type LedgerTable,
  ledgerTables,
  type TestCase,
  type TestOrigin,
  type WorkflowRun,
} from './ledger.ts';
import { computeStreak } from './streaks.ts';
import { toJobRow, toRunRow, toMillicredits } from './tables.ts';
import { replaceUnstorable } from '../text.ts';
import { runQuery } from '../run-query.ts';
import { createLedgerReader } from './ledger-reader.ts';

/** Rows of one statement: below the limits of both engines, and few different statements. */
const batchSize = 200;

const hashTest = ({ project, workflow, jobName }: TestOrigin, { classname, name }: TestCase): string =>
  createHash('sha256')
    .update(JSON.stringify([project, workflow, jobName, classname, name]))
    .digest('base64url')
    .slice(0, 22);

interface LedgerContext {
  readonly dialect: SqlDialect;
  readonly session: SqlSession;
}

const insertRows = async ({ dialect: { db }, session }: LedgerContext, table: LedgerTable, rows: readonly object[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += batchSize)
    await runQuery(session, db.insertInto(table).values(rows.slice(start, start + batchSize) as never));
};

const addJobs = async (context: LedgerContext, jobs: readonly JobRun[]): Promise<void> => {
  const rows: LedgerRow[] = [];
  for (const job of jobs) {
    const row = toJobRow(job);
    const sequence = { table: 'job_runs', project: row.project, workflow: row.workflow, name: row.name, branch: row.branch } as const;
    // A job that never started belongs to no sequence.
    rows.push(row.started_at === null ? { ...row } : { ...row, ...(await computeStreak(context.dialect, context.session, sequence, row)) });
  }
  await insertRows(context, 'job_runs', rows);
};

/** Jobs that the ledger does not have yet: a rerun keeps some jobs of the run before. */
const listNewJobs = async ({ dialect, session }: LedgerContext, jobs: readonly JobRun[]): Promise<readonly JobRun[]> => {
  if (jobs.length === 0) return [];
  const ids = jobs.map(({ id }) => id);
  const query = dialect.db
    .selectFrom('job_runs as j')
    .select('j.id')
    .where(dialect.isAnyOf(sql.ref('j.id'), ids));
  const existing = new Set((await runQuery(session, query)).map(({ id }) => id));
  return jobs.filter(({ id }) => !existing.has(id));
};

const addRun = async (context: LedgerContext, run: Omit<WorkflowRun, 'credits'>, jobs: readonly JobRun[]): Promise<void> => {
  const added = await listNewJobs(context, jobs);
  const row = toRunRow({ ...run, credits: added.reduce((sum, { credits }) => sum + toMillicredits(credits), 0) / 1000 });
  const sequence = { table: 'workflow_runs', project: row.project, name: row.name, branch: row.branch } as const;
  const streak = await computeStreak(context.dialect, context.session, sequence, row);
  await insertRows(context, 'workflow_runs', [{ ...row, ...streak }]);
  await addJobs(context, added);
};

const toTestRow = (origin: TestOrigin, test: TestCase) => ({
  job: origin.job,
  project: origin.project,
  test: hashTest(origin, test),
  revision: origin.revision,
  at: origin.at,
  failed: test.result === 'failure' || test.result === 'error' ? 1 : 0,
  name: replaceUnstorable(test.name),
  classname: replaceUnstorable(test.classname),
  result: test.result,
  message: replaceUnstorable(test.message),
  run_time: test.run_time,
  file: replaceUnstorable(test.file),
  source: replaceUnstorable(test.source),
});

export const createLedger = (dialect: SqlDialect, session: SqlSession): Ledger => {
  const context: LedgerContext = { dialect, session };
  return {
    ...createLedgerReader(dialect, session),
    addRun: (run, jobs) => addRun(context, run, jobs),
    addTests: (origin, tests) => {
      const organization = dialect.organizationOfProject?.(origin.project);
      const rows = tests.map((test) => ({ ...toTestRow(origin, test), ...(organization && { organization }) }));
      return insertRows(context, 'test_results', rows);
    },
    async deleteProject(project) {
      for (const table of ledgerTables) await runQuery(session, dialect.db.deleteFrom(table).where(sql.ref('project'), '=', project));
    },
    // Appended in the given order; `seq` is assigned anew.
    insertRows: (table, rows) =>
      insertRows(
        context,
        table,
        rows.map(({ seq: _seq, ...row }) => row),
      ),
  };
};
