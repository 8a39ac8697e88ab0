import type { Pool } from 'pg';
import { StoreUnavailable } from '../failures.ts';
import { createGroupCommit } from '../group-commit.ts';
import { withRetries, type RetryPolicy } from '../retry.ts';
import { prepareStatements } from '../prepared-statements.ts';
import { StaleRecord, type Store } from '../store.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createTransaction } from '../transaction.ts';
import { createReadTransaction } from '../read-transaction.ts';
import { archivedTables } from '../archive/archive.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { describeDatabase, createPool } from './pool.ts';
import { toStoreFailure, isSerializationFailure } from './sql-state.ts';
import { createPostgresGroups, runReadUnit } from './units.ts';

export interface PostgresTarget {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  /** Maximum number of connections. Default: 10. */
  readonly poolSize?: number;
}

const preparedStatements = prepareStatements(postgresDialect.db);

const retryPolicy: RetryPolicy = {
  attempts: 5,
  maxDelay: (attempt) => 4 * 2 ** attempt,
  isRetryable: (error) => isSerializationFailure(error) || error instanceof StaleRecord,
};

const migrate = async (pool: Pool, database: string): Promise<void> => {
  const client = await pool.connect();
  try {
    await migratePostgres(client, database);
  } finally {
    client.release();
  }
};

const deleteRows = async (session: SqlSession): Promise<void> => {
  for (const table of archivedTables) await session.query(`delete from slipway.${table}`, []);
};

/** The shared store, for any number of processes. Throws StoreUnavailable (unreachable, refused, newer schema). */
export const openPostgres = async ({ url, poolSize = 10 }: PostgresTarget): Promise<Store> => {
  const database = describeDatabase(url);
  const pool = createPool(url, poolSize);
  let closed: Promise<void> | undefined;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreUnavailable('the store is closed');
    try {
      return await work();
    } catch (error) {
      throw toStoreFailure(error, database);
    }
  };
  const writes = createGroupCommit(createPostgresGroups(pool), { acquire: async () => {}, release: () => {} });
  const close = async (): Promise<void> => {
    while (writes.busy()) await new Promise(setImmediate);
    await pool.end();
  };
  try {
    await run(() => migrate(pool, database));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    shared: true,
    read: (work) => run(() => runReadUnit(pool, (session) => work(createReadTransaction(postgresDialect, preparedStatements, session)))),
    write: (work) =>
      run(() =>
        withRetries(retryPolicy, () => writes.write((session) => work(createTransaction(postgresDialect, preparedStatements, session)))),
      ),
    clear: () => run(() => writes.write(deleteRows)),
    close: () => (closed ??= close()),
  };
};
