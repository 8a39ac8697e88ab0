import { sql } from 'kysely';
import type { Dialect, Session } from '../dialect.ts';
import { storable } from '../text.ts';
import { answer } from './answer.ts';
import type { LedgerRow, LedgerView } from './ledger.ts';
import { ledgerFiguresOf } from './questions.ts';
import { type JobRunRow, jobOf, runOf, type TestResultRow, testOf, type WorkflowRunRow } from './tables.ts';

export const ledgerViewOf = (dialect: Dialect, session: Session): LedgerView => {
  const { db } = dialect;
  return {
    ...ledgerFiguresOf(dialect, session),
    async run(id) {
      if (!storable(id)) return undefined;
      const [row] = await answer(session, db.selectFrom('workflow_runs').selectAll().where('id', '=', id));
      return row && runOf(row as WorkflowRunRow & typeof row);
    },
    async jobRuns({ organization, from, to }, { after, limit }) {
      if (!storable(organization)) return [];
      // Along an index from where the part before ended: each part costs the same, however many there are.
      let query = db.selectFrom('job_runs as j').selectAll().where('j.organization', '=', organization).where('j.stopped_at', '<', to).orderBy('j.stopped_at').orderBy('j.seq').limit(limit);
      query = after ? query.where(sql<boolean>`(j.stopped_at, j.seq) > (${after.stoppedAt}, ${after.seq})`) : query.where('j.stopped_at', '>=', from);
      const jobs = await answer(session, query) as unknown as readonly (JobRunRow & { readonly seq: number })[];
      if (jobs.length === 0) return [];
      const runs = await answer(session, db.selectFrom('workflow_runs as r').selectAll().where(dialect.among(sql.ref('r.id'), [...new Set(jobs.map(({ run }) => run))]))) as unknown as readonly WorkflowRunRow[];
      const byId = new Map(runs.map((row) => [row.id, runOf(row)]));
      return jobs.map((row) => ({ job: { ...jobOf(row), seq: row.seq }, run: byId.get(row.run)! }));
    },
    async lastStop(project) {
      const [last] = await answer(session, db.selectFrom('workflow_runs').select('stopped_at').where('project', '=', project).where('status', '<>', 'not_run').orderBy('stopped_at', 'desc').limit(1));
      return last?.stopped_at ?? null;
    },
    async tests(job, { after = 0, limit }) {
      if (!storable(job)) return [];
      const rows = await answer(session, db.selectFrom('test_results').selectAll().where('job', '=', job).where('seq', '>', after).orderBy('seq').limit(limit));
      return rows.map((row) => ({ ...testOf(row as unknown as TestResultRow), seq: row.seq }));
    },
    async testSize(job) {
      if (!storable(job)) return { count: 0, bytes: 0 };
      const bytes = ['name', 'classname', 'message', 'file', 'source'].map((column) => sql`octet_length(${sql.ref(column)})`);
      const [row] = await answer(session, db.selectFrom('test_results').where('job', '=', job)
        .select([sql<number>`count(*)`.as('count'), sql<number>`cast(coalesce(sum(${sql.join(bytes, sql` + `)}), 0) as double precision)`.as('bytes')]));
      return { count: row!.count, bytes: row!.bytes };
    },
    async dump(table, { after = 0, limit }) {
      return (await answer(session, db.selectFrom(table).selectAll().where('seq', '>', after).orderBy('seq').limit(limit))) as unknown as readonly LedgerRow[];
    },
  };
};
