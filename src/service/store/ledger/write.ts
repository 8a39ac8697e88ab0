import { createHash } from 'node:crypto';
import { sql, type Compilable } from 'kysely';
import type { Dialect, Session } from '../dialect.ts';
import { type JobRun, type Ledger, type LedgerRow, type LedgerTable, ledgerTables, type TestCase, type TestPlace, type WorkflowRun } from './ledger.ts';
import { streakOf } from './streaks.ts';
import { jobRow, runRow, thousandths } from './tables.ts';
import { answer } from './answer.ts';
import { ledgerViewOf } from './view.ts';

/** Values of one statement: below what either engine takes, and few different texts. */
const together = 200;

/** What no engine can keep (NUL, half a surrogate pair) is told as U+FFFD: a report is somebody else's file. */
const kept = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

const identity = ({ project, workflow, jobName }: TestPlace, { classname, name }: TestCase): string =>
  createHash('sha256').update(JSON.stringify([project, workflow, jobName, classname, name])).digest('base64url').slice(0, 22);

export const ledgerOf = (dialect: Dialect, session: Session): Ledger => {
  const { db } = dialect;
  const does = async (query: Compilable): Promise<void> => { await answer(session, query); };
  const insert = async (table: LedgerTable, rows: readonly LedgerRow[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += together) await does(db.insertInto(table).values(rows.slice(at, at + together) as never));
  };

  const addJobs = async (jobs: readonly JobRun[]): Promise<void> => {
    const rows: LedgerRow[] = [];
    for (const job of jobs) {
      const row = jobRow(job);
      const line = { table: 'job_runs', project: row.project, workflow: row.workflow, name: row.name, branch: row.branch } as const;
      // What never began is in no line.
      rows.push(row.started_at === null ? { ...row } : { ...row, ...await streakOf(dialect, session, line, row) });
    }
    await insert('job_runs', rows);
  };

  return {
    ...ledgerViewOf(dialect, session),
    async add(run: Omit<WorkflowRun, 'credits'>, jobs: readonly JobRun[]) {
      const there = jobs.length === 0 ? [] : await answer(session, db.selectFrom('job_runs as j').select('j.id').where(dialect.among(sql.ref('j.id'), jobs.map(({ id }) => id))));
      const known = new Set(there.map(({ id }) => id));
      const own = jobs.filter(({ id }) => !known.has(id));
      const row = runRow({ ...run, credits: own.reduce((sum, { credits }) => sum + thousandths(credits), 0) / 1000 });
      const streak = await streakOf(dialect, session, { table: 'workflow_runs', project: row.project, name: row.name, branch: row.branch }, row);
      await insert('workflow_runs', [{ ...row, ...streak }]);
      await addJobs(own);
    },
    async addTests(place, tests) {
      await insert('test_results', tests.map((test) => ({
        job: place.job, project: place.project, test: identity(place, test), revision: place.revision, at: place.at, failed: test.result === 'failure' || test.result === 'error' ? 1 : 0,
        name: kept(test.name), classname: kept(test.classname), result: test.result, message: kept(test.message), run_time: test.run_time, file: kept(test.file), source: kept(test.source),
      })));
    },
    async forget(project) {
      for (const table of ledgerTables) await does(db.deleteFrom(table).where(sql.ref('project'), '=', project));
    },
    // In the order in which they were told, behind what is there: places are given anew.
    load: (table, rows) => insert(table, rows.map(({ seq, ...row }) => row)),
  };
};
