import type pg from 'pg';
import { StoreUnavailable } from '../failures.ts';
import { createLinkWatchers } from '../link-watchers.ts';
import { withRetries, type RetryPolicy } from '../retry.ts';
import { prepareCompanions } from '../companions.ts';
import { prepareStatements } from '../prepared-statements.ts';
import { openDataKeys } from '../sealing/data-keys.ts';
import type { MasterKeySource } from '../sealing/master-key.ts';
import { createSealer, UnknownDataKey } from '../sealing/sealer.ts';
import { rotateKeys, saveKeys, sealStore } from '../sealing/store-keys.ts';
import { StaleRecord, type Store } from '../store.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createTransaction } from '../transaction.ts';
import { createReadTransaction } from '../read-transaction.ts';
import { withoutRepeatedReads } from '../repeated-reads.ts';
import { createStatementMetrics, type StatementMetrics, type StatementObserver } from '../statement-metrics.ts';
import { clearTables } from '../clear-tables.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { describeDatabase, createPool } from './pool.ts';
import { openPostgresKeys, readDataKeys, type StoreKeys, withClient } from './postgres-keys.ts';
import { toStoreFailure, isSerializationFailure } from './sql-state.ts';
import { createScopedWrites } from './scoped-writes.ts';
import { createPostgresGroups, runReadUnit } from './units.ts';

export interface PostgresTarget {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  /** Maximum number of connections. Default: 10. */
  readonly poolSize?: number;
  /** Default: the file `.slipway/postgres.key`. */
  readonly masterKey?: MasterKeySource;
  readonly observeStatement?: StatementObserver | undefined;
}

const preparedStatements = prepareStatements(postgresDialect.db);
const findCompanions = prepareCompanions(postgresDialect);

const retryPolicy: RetryPolicy = {
  attempts: 5,
  maxDelay: (attempt) => 4 * 2 ** attempt,
  isRetryable: (error) => isSerializationFailure(error) || error instanceof StaleRecord,
};

const migrate = (pool: pg.Pool, database: string): Promise<void> => withClient(pool, (client) => migratePostgres(client, database));

type Run = <T>(work: () => Promise<T>) => Promise<T>;
interface OpenedDatabase {
  readonly pool: pg.Pool;
  readonly poolSize: number;
  /** How messages call it. */
  readonly database: string;
  readonly run: Run;
  readonly keys: StoreKeys;
  readonly statements: StatementMetrics;
}

/** Reads and writes with the keys of the store, which another process may rotate. */
const createUnits = ({ pool, poolSize, database, run, keys }: OpenedDatabase) => {
  const sealer = createSealer(keys.keys);
  const reloadKeys = async (client: pg.ClientBase): Promise<void> => {
    sealer.replaceKeys(openDataKeys(keys.masterKey, (await readDataKeys(client))!, database));
  };
  const groups = createPostgresGroups(pool, async (client, keyId) => {
    if (keyId !== sealer.currentKey()) await reloadKeys(client);
  });
  // The other half of the connections is for reads: who waits for a lock holds its connection.
  const writes = createScopedWrites(groups, Math.max(1, Math.floor(poolSize / 2)));
  const readOnce: Store['read'] = (work) =>
    runReadUnit(pool, (session) =>
      work(
        createReadTransaction(
          postgresDialect,
          preparedStatements,
          withoutRepeatedReads(session, preparedStatements, findCompanions),
          sealer,
        ),
      ),
    );
  return {
    sealer,
    countWrites: writes.count,
    isBusy: writes.busy,
    write: <T>(work: (session: SqlSession) => Promise<T>, organizations?: readonly string[]): Promise<T> =>
      run(() => withRetries(retryPolicy, () => writes.write(work, organizations))),
    read: <T>(work: Parameters<typeof readOnce<T>>[0]): Promise<T> =>
      run(async () => {
        try {
          return await readOnce(work);
        } catch (error) {
          if (!(error instanceof UnknownDataKey)) throw error;
          await withClient(pool, reloadKeys);
          return readOnce(work);
        }
      }),
  };
};

const createStore = (opened: OpenedDatabase, close: (isBusy: () => boolean) => Promise<void>): Store => {
  const { sealer, countWrites, isBusy, read, write } = createUnits(opened);
  const links = createLinkWatchers();
  let { masterKey } = opened.keys;
  return {
    shared: true,
    read,
    write: (work, organizations) =>
      links.tellAfter((report) =>
        write((session) => {
          const reading = withoutRepeatedReads(session, preparedStatements, findCompanions);
          return work(createTransaction(postgresDialect, preparedStatements, reading, sealer, report));
        }, organizations),
      ),
    probe: async () => void (await read((view) => view.get('health', 'none'))),
    countWrites,
    listStatements: opened.statements.list,
    watchLinks: links.watch,
    clear: () => write((session) => clearTables(postgresDialect, session)),
    rotateKeys: async (nextMasterKey = masterKey) => {
      sealer.replaceKeys(await write((session) => rotateKeys(postgresDialect, session, sealer, nextMasterKey)));
      masterKey = nextMasterKey;
    },
    adoptKeys: async (text) => {
      const adopted = openDataKeys(masterKey, text, 'the backup');
      await write((session) => saveKeys(postgresDialect, session, masterKey, adopted));
      sealer.replaceKeys(adopted);
    },
    sealAll: async () => {
      const count = await write((session) => sealStore(postgresDialect, session, sealer));
      // Rows that were replaced stay in the files of a table until it is rewritten.
      if (count > 0) await opened.run(() => opened.pool.query('vacuum (full) slipway.records, slipway.snapshots'));
      return count;
    },
    close: () => close(isBusy),
  };
};

/** The shared store, for any number of processes. Throws StoreUnavailable (unreachable, refused, newer schema, master key). */
export const openPostgres = async ({ url, poolSize = 10, masterKey: source, observeStatement }: PostgresTarget): Promise<Store> => {
  const database = describeDatabase(url);
  const statements = createStatementMetrics(observeStatement);
  const pool = createPool(url, poolSize, statements);
  let closed: Promise<void> | undefined;
  const run: Run = async (work) => {
    if (closed) throw new StoreUnavailable('the store is closed');
    try {
      return await work();
    } catch (error) {
      throw toStoreFailure(error, database);
    }
  };
  const close = async (isBusy: () => boolean): Promise<void> => {
    while (isBusy()) await new Promise(setImmediate);
    await pool.end();
  };
  try {
    await run(() => migrate(pool, database));
    const keys = await run(() => openPostgresKeys(pool, source, database));
    return createStore({ pool, poolSize, database, run, keys, statements }, (isBusy) => (closed ??= close(isBusy)));
  } catch (error) {
    await pool.end();
    throw error;
  }
};
