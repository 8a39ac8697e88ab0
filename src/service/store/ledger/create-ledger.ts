import { createHash } from 'node:crypto';
import { sql, type Compilable } from 'kysely';
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
import { runQuery } from './run-query.ts';
import { createLedgerReader } from './ledger-reader.ts';

/** Values of one statement: below what either engine takes, and few different texts. */
const batchSize = 200;

/** What no engine can keep (NUL, half a surrogate pair) is told as U+FFFD: a report is somebody else's file. */
const replaceUnstorable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

const hashTest = ({ project, workflow, jobName }: TestOrigin, { classname, name }: TestCase): string =>
  createHash('sha256')
    .update(JSON.stringify([project, workflow, jobName, classname, name]))
    .digest('base64url')
    .slice(0, 22);

export const createLedger = (dialect: SqlDialect, session: SqlSession): Ledger => {
  const { db } = dialect;
  const does = async (query: Compilable): Promise<void> => {
    await runQuery(session, query);
  };
  const insert = async (table: LedgerTable, rows: readonly LedgerRow[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += batchSize) await does(db.insertInto(table).values(rows.slice(at, at + batchSize) as never));
  };

  const addJobs = async (jobs: readonly JobRun[]): Promise<void> => {
    const rows: LedgerRow[] = [];
    for (const job of jobs) {
      const row = toJobRow(job);
      const line = { table: 'job_runs', project: row.project, workflow: row.workflow, name: row.name, branch: row.branch } as const;
      // What never began is in no line.
      rows.push(row.started_at === null ? { ...row } : { ...row, ...(await computeStreak(dialect, session, line, row)) });
    }
    await insert('job_runs', rows);
  };

  return {
    ...createLedgerReader(dialect, session),
    async addRun(run: Omit<WorkflowRun, 'credits'>, jobs: readonly JobRun[]) {
      const existing =
        jobs.length === 0
          ? []
          : await runQuery(
              session,
              db
                .selectFrom('job_runs as j')
                .select('j.id')
                .where(
                  dialect.isAnyOf(
                    sql.ref('j.id'),
                    jobs.map(({ id }) => id),
                  ),
                ),
            );
      const known = new Set(existing.map(({ id }) => id));
      const added = jobs.filter(({ id }) => !known.has(id));
      const row = toRunRow({ ...run, credits: added.reduce((sum, { credits }) => sum + toMillicredits(credits), 0) / 1000 });
      const streak = await computeStreak(
        dialect,
        session,
        { table: 'workflow_runs', project: row.project, name: row.name, branch: row.branch },
        row,
      );
      await insert('workflow_runs', [{ ...row, ...streak }]);
      await addJobs(added);
    },
    async addTests(place, tests) {
      await insert(
        'test_results',
        tests.map((test) => ({
          job: place.job,
          project: place.project,
          test: hashTest(place, test),
          revision: place.revision,
          at: place.at,
          failed: test.result === 'failure' || test.result === 'error' ? 1 : 0,
          name: replaceUnstorable(test.name),
          classname: replaceUnstorable(test.classname),
          result: test.result,
          message: replaceUnstorable(test.message),
          run_time: test.run_time,
          file: replaceUnstorable(test.file),
          source: replaceUnstorable(test.source),
        })),
      );
    },
    async deleteProject(project) {
      for (const table of ledgerTables) await does(db.deleteFrom(table).where(sql.ref('project'), '=', project));
    },
    // In the order in which they were told, behind what is there: places are given anew.
    insertRows: (table, rows) =>
      insert(
        table,
        rows.map(({ seq, ...row }) => row),
      ),
  };
};
