import type pg from 'pg';
import { createPostgresSession, type PostgresSession } from './postgres-session.ts';

/** A connection that cannot even roll back is not given to the next unit. */
export const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Rolls a connection's transaction back and returns it to the pool, without waiting. */
const releaseRolledBack = (client: pg.PoolClient): void => void rollBack(client).then((usable) => client.release(!usable));

/** Begins a unit of queries on one snapshot, which does not block writes. The snapshot begins with the first query. */
export const beginReadUnit = (client: pg.PoolClient): PostgresSession =>
  createPostgresSession(client, { begin: 'begin isolation level repeatable read read only' });

/** Gives the connection back. */
export const endReadUnit = (client: pg.PoolClient, session: PostgresSession): void => {
  session.end();
  if (session.hasBegun()) releaseRolledBack(client);
  else client.release();
};

export const runReadUnit = async <T>(pool: pg.Pool, work: (session: PostgresSession) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const session = beginReadUnit(client);
  try {
    return await work(session);
  } finally {
    endReadUnit(client, session);
  }
};
