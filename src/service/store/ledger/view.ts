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
    async jobRuns({ organizations, from, to }, { after = 0, limit }) {
      const jobs = await answer(session, db.selectFrom('job_runs as j').selectAll().where(dialect.among(sql.ref('j.organization'), organizations.filter(storable)))
        .where('j.stopped_at', '>=', from).where('j.stopped_at', '<', to).where('j.seq', '>', after).orderBy('j.seq').limit(limit)) as unknown as readonly (JobRunRow & { readonly seq: number })[];
      const runs = await answer(session, db.selectFrom('workflow_runs as r').selectAll().where(dialect.among(sql.ref('r.id'), [...new Set(jobs.map(({ run }) => run))]))) as unknown as readonly WorkflowRunRow[];
      const byId = new Map(runs.map((row) => [row.id, runOf(row)]));
      return jobs.map((row) => ({ job: { ...jobOf(row), seq: row.seq }, run: byId.get(row.run)! }));
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
