import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';

/** A line of runs that follow each other: of a workflow, or of a job of one, on one branch. */
export type RunSequence =
  | { readonly table: 'workflow_runs'; readonly project: string; readonly name: string; readonly branch: string }
  | { readonly table: 'job_runs'; readonly project: string; readonly workflow: string; readonly name: string; readonly branch: string };
interface EndedRun {
  readonly status: string;
  readonly stopped_at: number;
}
interface Streak {
  readonly broken_since: number | null;
  readonly recovery: number | null;
}
interface StreakEntry extends EndedRun, Streak {
  readonly seq: number;
}

/** Statuses that neither end nor begin a streak of failures. */
const neutralStatuses = new Set(['canceled', 'not_run']);

const continueStreak = (before: Pick<Streak, 'broken_since'> | undefined, { status, stopped_at: at }: EndedRun): Streak => {
  const since = before?.broken_since ?? null;
  if (neutralStatuses.has(status)) return { broken_since: since, recovery: null };
  return status === 'success'
    ? { broken_since: null, recovery: since === null ? null : at - since }
    : { broken_since: since ?? at, recovery: null };
};

const selectEntries = ({ db }: SqlDialect, line: RunSequence) => {
  const { table, ...same } = line;
  const query = db.selectFrom(table).select(['seq', 'status', 'stopped_at', 'broken_since', 'recovery']);
  return Object.entries(same).reduce((found, [column, value]) => found.where(sql.ref(column), '=', value), query);
};

/** The streak that a new run continues or ends. Runs nearly always come in the order in which they ended: then one query does. */
export const computeStreak = async (dialect: SqlDialect, session: SqlSession, line: RunSequence, ended: EndedRun): Promise<Streak> => {
  const ask = async (query: { compile(): { readonly sql: string; readonly parameters: readonly unknown[] } }) => {
    const { sql: text, parameters } = query.compile();
    return (await session.query(text, parameters)) as unknown as readonly StreakEntry[];
  };
  const backwards = selectEntries(dialect, line).orderBy('stopped_at', 'desc').orderBy('seq', 'desc').limit(1);
  const [latest] = await ask(backwards);
  if (!latest || latest.stopped_at <= ended.stopped_at) return continueStreak(latest, ended);
  const [before] = await ask(backwards.where('stopped_at', '<=', ended.stopped_at));
  const streak = continueStreak(before, ended);
  // One that ended before others that are written: what follows from it is set right, up to where it is so already.
  let last: Pick<Streak, 'broken_since'> = streak;
  for (const entry of await ask(
    selectEntries(dialect, line).where('stopped_at', '>', ended.stopped_at).orderBy('stopped_at').orderBy('seq'),
  )) {
    const next = continueStreak(last, entry);
    if (next.broken_since === entry.broken_since && next.recovery === entry.recovery) break;
    const { sql: text, parameters } = dialect.db
      .updateTable(line.table)
      .set({ broken_since: next.broken_since, recovery: next.recovery })
      .where('seq', '=', entry.seq)
      .compile();
    await session.query(text, parameters);
    last = next;
  }
  return streak;
};
