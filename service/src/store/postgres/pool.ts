import pg from 'pg';
import type { StatementMetrics } from '../statement-metrics.ts';
import { holdWrites } from './held-writes.ts';
import { createConnectionWatch } from './lost-connections.ts';
import { measureClient } from './measured-client.ts';

const jsonType = 114,
  bigintType = 20;

/** Documents stay text (the rows are read the same way in both engines); seq and counts are numbers. */
const findTypeParser = (type: number, format?: 'text' | 'binary'): unknown => {
  if (type === jsonType) return (text: string) => text;
  return type === bigintType ? Number : pg.types.getTypeParser(type, format as 'text');
};
const types: pg.CustomTypesConfig = { getTypeParser: findTypeParser as pg.CustomTypesConfig['getTypeParser'] };

/** How messages call the database: without user and password. */
export const describeDatabase = (url: string): string => {
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `PostgreSQL at ${host}:${port}/${database ?? ''}`;
};

/**
 * PostgreSQL compiles a statement that it takes for expensive each time that it runs: the deletion of 30 records took 250 ms, where it
 * takes 0.5. No statement of the service is worth it. Sent, and no parameter of the connection, of which poolers refuse those that they do
 * not know. Servers before version 11 refuse it, and compile nothing.
 */
const withoutCompilation = (client: pg.PoolClient): void => void client.query('set jit = off').catch(() => {});

/** Milliseconds without an answer after which the database is asked whether it has one. */
const defaultLookAfter = 10_000;

/** `patience`: milliseconds until a connection is there, and until a statement is answered; undefined: a statement may take any time. */
export const createPool = (
  url: string,
  size: number,
  statements: StatementMetrics,
  patience?: number,
  lookAfter = defaultLookAfter,
): pg.Pool => {
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
  // Where a statement is answered in time or given up, nothing has to be found out.
  const watchConnection = patience === undefined ? createConnectionWatch(url, lookAfter) : undefined;
  // A connection that breaks while idle leaves the pool by itself; one that breaks in use fails its query. Neither may end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    holdWrites(client as pg.PoolClient);
    withoutCompilation(client);
    watchConnection?.(client as pg.PoolClient);
    measureClient(client, statements);
  });
  return pool;
};
