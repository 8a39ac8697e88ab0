import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { isStorable } from '../text.ts';
import { runQuery } from './run-query.ts';
import type { LedgerRow, LedgerReader } from './ledger.ts';
import { createLedgerFigures } from './ledger-figures.ts';
import { type JobRunRow, fromJobRow, fromRunRow, type TestResultRow, fromTestRow, type WorkflowRunRow } from './tables.ts';

export const createLedgerReader = (dialect: SqlDialect, session: SqlSession): LedgerReader => {
  const { db } = dialect;
  return {
    ...createLedgerFigures(dialect, session),
    async findRun(id) {
      if (!isStorable(id)) return undefined;
      const [row] = await runQuery(session, db.selectFrom('workflow_runs').selectAll().where('id', '=', id));
      return row && fromRunRow(row as WorkflowRunRow & typeof row);
    },
    async listJobRuns({ organization, from, to }, { after, limit }) {
      if (!isStorable(organization)) return [];
      // Along an index from where the part before ended: each part costs the same, however many there are.
      let query = db
        .selectFrom('job_runs as j')
        .selectAll()
        .where('j.organization', '=', organization)
        .where('j.stopped_at', '<', to)
        .orderBy('j.stopped_at')
        .orderBy('j.seq')
        .limit(limit);
      query = after
        ? query.where(sql<boolean>`(j.stopped_at, j.seq) > (${after.stoppedAt}, ${after.seq})`)
        : query.where('j.stopped_at', '>=', from);
      const jobs = (await runQuery(session, query)) as unknown as readonly (JobRunRow & { readonly seq: number })[];
      if (jobs.length === 0) return [];
      const runs = (await runQuery(
        session,
        db
          .selectFrom('workflow_runs as r')
          .selectAll()
          .where(dialect.isAnyOf(sql.ref('r.id'), [...new Set(jobs.map(({ run }) => run))])),
      )) as unknown as readonly WorkflowRunRow[];
      const byId = new Map(runs.map((row) => [row.id, fromRunRow(row)]));
      return jobs.map((row) => ({ job: { ...fromJobRow(row), seq: row.seq }, run: byId.get(row.run)! }));
    },
    async findLastStop(project) {
      const [last] = await runQuery(
        session,
        db
          .selectFrom('workflow_runs')
          .select('stopped_at')
          .where('project', '=', project)
          .where('status', '<>', 'not_run')
          .orderBy('stopped_at', 'desc')
          .limit(1),
      );
      return last?.stopped_at ?? null;
    },
    async listTests(job, { after = 0, limit }) {
      if (!isStorable(job)) return [];
      const rows = await runQuery(
        session,
        db.selectFrom('test_results').selectAll().where('job', '=', job).where('seq', '>', after).orderBy('seq').limit(limit),
      );
      return rows.map((row) => ({ ...fromTestRow(row as unknown as TestResultRow), seq: row.seq }));
    },
    async measureTests(job) {
      if (!isStorable(job)) return { count: 0, bytes: 0 };
      const bytes = ['name', 'classname', 'message', 'file', 'source'].map((column) => sql`octet_length(${sql.ref(column)})`);
      const [row] = await runQuery(
        session,
        db
          .selectFrom('test_results')
          .where('job', '=', job)
          .select([
            sql<number>`count(*)`.as('count'),
            sql<number>`cast(coalesce(sum(${sql.join(bytes, sql` + `)}), 0) as double precision)`.as('bytes'),
          ]),
      );
      return { count: row!.count, bytes: row!.bytes };
    },
    async listRows(table, { after = 0, limit }) {
      return (await runQuery(
        session,
        db.selectFrom(table).selectAll().where('seq', '>', after).orderBy('seq').limit(limit),
      )) as unknown as readonly LedgerRow[];
    },
  };
};
