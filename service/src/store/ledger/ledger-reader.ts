import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { isStorable } from '../text.ts';
import { runQuery } from '../run-query.ts';
import type { LedgerRow, LedgerReader } from './ledger.ts';
import { createLedgerFigures } from './ledger-figures.ts';
import { type JobRunRow, fromJobRow, fromRunRow, type TestResultRow, fromTestRow, type WorkflowRunRow } from './tables.ts';

interface ReaderContext {
  readonly dialect: SqlDialect;
  readonly session: SqlSession;
}

const listJobRuns = async (
  { dialect, session }: ReaderContext,
  ...[{ organization, from, to }, { after, limit }]: Parameters<LedgerReader['listJobRuns']>
): ReturnType<LedgerReader['listJobRuns']> => {
  if (!isStorable(organization)) return [];
  const { db } = dialect;
  // Seeks in an index from the cursor: all pages cost the same.
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
  const ids = [...new Set(jobs.map(({ run }) => run))];
  const selected = db
    .selectFrom('workflow_runs as r')
    .selectAll()
    .where(dialect.isAnyOf(sql.ref('r.id'), ids));
  const runs = (await runQuery(session, selected)) as unknown as readonly WorkflowRunRow[];
  const byId = new Map(runs.map((row) => [row.id, fromRunRow(row)]));
  return jobs.map((row) => ({ job: { ...fromJobRow(row), seq: row.seq }, run: byId.get(row.run)! }));
};

const findLastStop = async ({ dialect: { db }, session }: ReaderContext, project: string): Promise<number | null> => {
  const query = db
    .selectFrom('workflow_runs')
    .select('stopped_at')
    .where('project', '=', project)
    .where('status', '<>', 'not_run')
    .orderBy('stopped_at', 'desc')
    .limit(1);
  const [last] = await runQuery(session, query);
  return last?.stopped_at ?? null;
};

const measureTests = async (
  { dialect: { db }, session }: ReaderContext,
  job: string,
): Promise<{ readonly count: number; readonly bytes: number }> => {
  if (!isStorable(job)) return { count: 0, bytes: 0 };
  const bytes = ['name', 'classname', 'message', 'file', 'source'].map((column) => sql`octet_length(${sql.ref(column)})`);
  const query = db
    .selectFrom('test_results')
    .where('job', '=', job)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(coalesce(sum(${sql.join(bytes, sql` + `)}), 0) as double precision)`.as('bytes'),
    ]);
  const [row] = await runQuery(session, query);
  return { count: row!.count, bytes: row!.bytes };
};

export const createLedgerReader = (dialect: SqlDialect, session: SqlSession): LedgerReader => {
  const { db } = dialect;
  const context: ReaderContext = { dialect, session };
  return {
    ...createLedgerFigures(dialect, session),
    async findRun(id) {
      if (!isStorable(id)) return undefined;
      const [row] = await runQuery(session, db.selectFrom('workflow_runs').selectAll().where('id', '=', id));
      return row && fromRunRow(row as WorkflowRunRow & typeof row);
    },
    listJobRuns: (filter, page) => listJobRuns(context, filter, page),
    findLastStop: (project) => findLastStop(context, project),
    async listTests(job, { after = 0, limit }) {
      if (!isStorable(job)) return [];
      const query = db.selectFrom('test_results').selectAll().where('job', '=', job).where('seq', '>', after).orderBy('seq').limit(limit);
      const rows = await runQuery(session, query);
      return rows.map((row) => ({ ...fromTestRow(row as unknown as TestResultRow), seq: row.seq }));
    },
    measureTests: (job) => measureTests(context, job),
    async listRows(table, { after = 0, limit }) {
      const query = db.selectFrom(table).selectAll().where('seq', '>', after).orderBy('seq').limit(limit);
      return (await runQuery(session, query)) as unknown as readonly LedgerRow[];
    },
  };
};
