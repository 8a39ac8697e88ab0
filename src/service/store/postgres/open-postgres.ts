import { StoreUnavailable } from '../failures.ts';
import { createGroupCommit } from '../group-commit.ts';
import { withRetries, type RetryPolicy } from '../retry.ts';
import { prepareStatements } from '../prepared-statements.ts';
import { StaleRecord, type Store } from '../store.ts';
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
  /** Connections at most; 10 unless said. */
  readonly poolSize?: number;
}

const preparedStatements = prepareStatements(postgresDialect.db);

/** The shared store: any number of processes. Throws StoreUnavailable (unreachable, refused, newer schema). */
export const openPostgres = async ({ url, poolSize = 10 }: PostgresTarget): Promise<Store> => {
  const where = describeDatabase(url);
  const pool = createPool(url, poolSize);
  let closed: Promise<void> | undefined;

  const speaking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreUnavailable('the store is closed');
    try {
      return await work();
    } catch (error) {
      throw toStoreFailure(error, where);
    }
  };
  const writes = createGroupCommit(createPostgresGroups(pool), { acquire: async () => {}, release: () => {} });
  const patience: RetryPolicy = {
    attempts: 5,
    maxDelay: (n) => 4 * 2 ** n,
    isRetryable: (error) => isSerializationFailure(error) || error instanceof StaleRecord,
  };

  try {
    await speaking(async () => {
      const client = await pool.connect();
      try {
        await migratePostgres(client, where);
      } finally {
        client.release();
      }
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    shared: true,
    read: (work) =>
      speaking(() => runReadUnit(pool, (session) => work(createReadTransaction(postgresDialect, preparedStatements, session)))),
    write: (work) =>
      speaking(() =>
        withRetries(patience, () => writes.write((session) => work(createTransaction(postgresDialect, preparedStatements, session)))),
      ),
    clear: () =>
      speaking(() =>
        writes.write(async (session) => {
          for (const table of archivedTables) await session.query(`delete from slipway.${table}`, []);
        }),
      ),
    close: () =>
      (closed ??= (async () => {
        while (writes.busy()) await new Promise(setImmediate);
        await pool.end();
      })()),
  };
};
