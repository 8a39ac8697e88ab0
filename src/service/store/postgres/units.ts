import type pg from 'pg';
import type { SqlSession } from '../sql-dialect.ts';
import type { CommitGroup } from '../group-commit.ts';
import { createPostgresSession } from './postgres-session.ts';

/** A connection that cannot even roll back is not given to the next unit. */
const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Questions about one snapshot, beside all writes. */
export const runReadUnit = async <T>(pool: pg.Pool, work: (session: SqlSession) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const session = createPostgresSession(client);
  let usable = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    const value = await work(session);
    session.end();
    return value;
  } finally {
    session.end();
    usable = await rollBack(client);
    client.release(!usable);
  }
};

/**
 * One writer at a time over all processes: whoever holds the row `writer`. Then nobody decides on what another is changing,
 * as in the embedded store, and no unit deadlocks or fails by a race. SERIALIZABLE promises the same and was five times
 * slower with 64 writers (531 creates a second and falling, 2.8 runs for each, against 2,400 and one), because
 * neighbours in an index count as rivals; with less than that, a unit that reads, decides and writes is wrong.
 * The level is said, whatever the database's default: with one snapshot per unit, who waited would see the time before its turn.
 */
const beginWriteSql =
  `begin isolation level read committed; ` + `select value from slipway.meta where key = 'writer' for update; savepoint unit`;

/** `onKey` is called with the id of the current data key, which the row `writer` holds. */
export const createPostgresGroups =
  (pool: pg.Pool, onKey: (client: pg.PoolClient, keyId: string) => Promise<void>) => async (): Promise<CommitGroup> => {
    const client = await pool.connect();
    try {
      const [, { rows }] = (await client.query(beginWriteSql)) as unknown as [
        unknown,
        { readonly rows: readonly { readonly value: string }[] },
      ];
      await onKey(client, rows[0]!.value);
    } catch (error) {
      client.release(!(await rollBack(client)));
      throw error;
    }
    return {
      // The savepoint is set already, with the step before: a round trip saved for each unit.
      async beginUnit() {
        return createPostgresSession(client);
      },
      async releaseUnit() {
        await client.query('release savepoint unit; savepoint unit');
      },
      rollbackUnit: () =>
        client.query('rollback to savepoint unit').then(
          () => true,
          () => false,
        ),
      async commit() {
        await client.query('commit');
        client.release();
      },
      async rollback() {
        const usable = await rollBack(client);
        client.release(!usable);
        return usable;
      },
    };
  };
