import pg from 'pg';
import type { StatementMetrics } from '../statement-metrics.ts';
import { holdWrites } from './held-writes.ts';
import { createConnectionWatch } from './lost-connections.ts';
import { measureClient } from './measured-client.ts';
import { createServerWatch } from './server-watch.ts';

const jsonType = 114,
  bigintType = 20;

/** Keeps documents as text, as SQLite returns them; `seq` and counts are parsed as numbers. */
const findTypeParser = (type: number, format?: 'text' | 'binary'): unknown => {
  if (type === jsonType) return (text: string) => text;
  return type === bigintType ? Number : pg.types.getTypeParser(type, format as 'text');
};
const types: pg.CustomTypesConfig = { getTypeParser: findTypeParser as pg.CustomTypesConfig['getTypeParser'] };

/** The name of the database in messages: the URL without user and password. */
export const describeDatabase = (url: string): string => {
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `PostgreSQL at ${host}:${port}/${database ?? ''}`;
};

/**
 * Switches just-in-time compilation off. PostgreSQL compiles a statement that it estimates as expensive each time that it runs: the
 * deletion of 30 records took 250 ms instead of 0.5. No statement of the service profits from it. It is set by a statement, because poolers
 * refuse unknown connection parameters. Servers before version 11 refuse it, and compile nothing.
 */
const withoutCompilation = (client: pg.PoolClient): void => void client.query('set jit = off').catch(() => {});

const defaultLookAfter = 10_000;

export interface PoolOptions {
  readonly size: number;
  readonly statements: StatementMetrics;
  /** Milliseconds until a connection must be established and a statement be answered; undefined: a statement can take any time. */
  readonly patience?: number;
  /** Milliseconds without an answer after which the database is asked whether it has one. Default: 10,000. */
  readonly lookAfter?: number | undefined;
  /** Called when the database may have lost a commit that was visible: createServerWatch. */
  readonly onLost?: () => void;
}

export const createPool = (url: string, { size, statements, patience, lookAfter, onLost }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    types,
    connectionTimeoutMillis: patience ?? 5000,
    ...(patience === undefined ? {} : { query_timeout: patience }),
    keepAlive: true,
    application_name: 'slipway',
    // A process that froze while it was the writer would stop all others.
    idle_in_transaction_session_timeout: 30_000,
  });
  // With a time limit, lost connections need no detection of their own.
  const watchConnection = patience === undefined ? createConnectionWatch(url, lookAfter ?? defaultLookAfter) : undefined;
  const watchServer = onLost && createServerWatch(onLost);
  // A connection that breaks while idle is removed by the pool; one that breaks in use fails its query. Neither may end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    holdWrites(client as pg.PoolClient);
    withoutCompilation(client);
    watchServer?.(client);
    watchConnection?.(client as pg.PoolClient);
    measureClient(client, statements);
  });
  return pool;
};
