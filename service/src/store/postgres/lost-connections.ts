import pg from 'pg';

/** A connection, and how long it has waited for the answer that comes next. */
interface Watched {
  readonly client: pg.PoolClient;
  /** Statements whose answers are not here. */
  unanswered: number;
  /** `performance.now()` when the first of them was sent, or when the last answer came. */
  since: number;
  isAsked: boolean;
  /** The value of `since` at which the database was found to have answered. */
  answeredSince: number;
}

/**
 * What the database reports about a connection: it is running a statement, has answered all, or does not exist; or the database cannot be
 * reached.
 */
type Finding = 'working' | 'answered' | 'unknown' | 'unreachable';

/** Milliseconds in which a busy database answers that. */
const askFor = 10_000;

const stateSql = 'select state from pg_stat_activity where pid = $1';
/** Its transaction holds locks, which others wait for. */
const endSql = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = $1 and usename = current_user and application_name = 'slipway' and state <> 'active'`;

/** Queries over a new connection. */
const ask = async <T extends pg.QueryResultRow>(url: string, sql: string, pid: number | null): Promise<readonly T[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: askFor, query_timeout: askFor });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<T>(sql, [pid])).rows;
  } finally {
    client.end().catch(() => {});
  }
};

const findState = async (url: string, pid: number | null): Promise<Finding> => {
  try {
    const [found] = await ask<{ state: string | null }>(url, stateSql, pid);
    // The connections of other users, as behind a pooler, are not visible.
    if (!found?.state) return 'unknown';
    return found.state === 'active' ? 'working' : 'answered';
  } catch (error) {
    // It refused the connection or the statement, so it is reachable.
    return error instanceof pg.DatabaseError ? 'unknown' : 'unreachable';
  }
};

/** By how many times the patience is extended for a connection that the database does not know: a pooler may use another one. */
const longer = 6;

/** An answer may be on its way: it is lost where it has not arrived until the next look. */
const isLost = (watched: Watched, finding: Finding, patience: number): boolean => {
  const isSecond = watched.answeredSince === watched.since;
  if (finding === 'answered') watched.answeredSince = watched.since;
  if (finding === 'unknown') return performance.now() - watched.since > longer * patience;
  return finding === 'unreachable' || (finding === 'answered' && isSecond);
};

/** Notes what is sent on the connection and answered. */
const noteAnswers = (watched: Watched, sent: () => void): void => {
  const { client } = watched;
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const answered = (): void => {
    watched.unanswered -= 1;
    watched.since = performance.now();
  };
  const query = (...args: unknown[]): unknown => {
    const answer = send(...args);
    // A caller with a callback, such as the pool's own query, gets no promise.
    if (!(answer instanceof Promise)) return answer;
    if (watched.unanswered === 0) watched.since = performance.now();
    watched.unanswered += 1;
    sent();
    answer.then(answered, answered);
    return answer;
  };
  client.query = query as typeof client.query;
};

/**
 * Closes connections that wait for an answer although the database has nothing left to send: a firewall or a failed machine drops packets
 * silently, which the system detects only after a quarter of an hour. Until then the connection would be missing from the pool, and its
 * user would hang. Long statements are not affected, because the database reports that it is running them. `patience`: milliseconds after
 * which the database is asked.
 */
export const createConnectionWatch = (url: string, patience: number) => {
  const all = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  const look = async (watched: Watched): Promise<void> => {
    const { client, since } = watched;
    watched.isAsked = true;
    const { processID: pid } = client as unknown as { readonly processID: number | null };
    const finding = await findState(url, pid);
    watched.isAsked = false;
    const isStillWaiting = watched.unanswered > 0 && watched.since === since;
    if (!isStillWaiting || !isLost(watched, finding, patience)) return;
    client.connection.stream.destroy(Object.assign(new Error('the answer of the database did not arrive'), { code: 'ETIMEDOUT' }));
    // If that fails, the database ends it by itself after half a minute.
    if (finding === 'answered') await ask(url, endSql, pid).catch(() => {});
  };
  const lookAtAll = (): void => {
    timer = undefined;
    const waiting = [...all].filter(({ unanswered }) => unanswered > 0);
    for (const one of waiting) if (!one.isAsked && performance.now() - one.since > patience) void look(one);
    if (waiting.length > 0) lookSoon();
  };
  const lookSoon = (): void => {
    timer ??= setTimeout(lookAtAll, patience / 2).unref();
  };
  return (client: pg.PoolClient): void => {
    const watched: Watched = { client, unanswered: 0, since: 0, isAsked: false, answeredSince: -1 };
    all.add(watched);
    client.once('end', () => all.delete(watched));
    noteAnswers(watched, lookSoon);
  };
};
