import type pg from 'pg';
import { StoreUnavailable } from '../failures.ts';
import { withRetries, type RetryPolicy } from '../retry.ts';
import { prepareCompanions } from '../companions.ts';
import { type PreparedStatements, prepareStatements } from '../prepared-statements.ts';
import { openDataKeys } from '../sealing/data-keys.ts';
import type { MasterKeySource } from '../sealing/master-key.ts';
import { createSealer, type Sealer, UnknownDataKey } from '../sealing/sealer.ts';
import { rotateKeys, saveKeys, sealStore } from '../sealing/store-keys.ts';
import { type ReadOptions, type ReadTransaction, StaleRecord, type Store, type Transaction } from '../store.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { createTransaction } from '../transaction.ts';
import { createReadTransaction } from '../read-transaction.ts';
import { withoutRepeatedReads } from '../repeated-reads.ts';
import { createStatementMetrics, type StatementMetrics, type StatementObserver } from '../statement-metrics.ts';
import { createWatchedUnits } from './watched-units.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { describeDatabase, createPool } from './pool.ts';
import type { StoreKeys } from '../sealing/data-keys.ts';
import { openPostgresKeys, readDataKeys, withClient } from './postgres-keys.ts';
import { toStoreFailure, isSerializationFailure } from './sql-state.ts';
import { type CommitMode, findCommitMode } from './durable-commits.ts';
import { fillOrganizations } from './fill-organizations.ts';
import { limitPendingNames } from './limit-pending-names.ts';
import { organizationStatements } from './organization-statements.ts';
import { createKeptCounts } from './kept-counts.ts';
import { createReplica } from './replica.ts';
import { createSharedReads } from './shared-reads.ts';
import { createScopedWrites } from './scoped-writes.ts';
import { createPostgresGroups } from './commit-group.ts';
import { createTableStatistics } from './table-statistics.ts';
import { runReadUnit } from './units.ts';

export interface PostgresTarget {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  /** Maximum number of connections. Default: 10. */
  readonly poolSize?: number;
  /** Default: the file `.slipway/postgres.key`. */
  readonly masterKey?: MasterKeySource;
  readonly observeStatement?: StatementObserver | undefined;
  /** The address of a replica that lists are read from where it has all that was written for them. */
  readonly replica?: string | undefined;
  /** Milliseconds without an answer after which the database is asked whether a connection is lost. Default: 10,000. */
  readonly lookAfter?: number | undefined;
  /** Reports a message to the operator of the service. Default: drops it. */
  readonly report?: ((message: string) => void) | undefined;
}

/** Milliseconds for which a list waits for a replica, before the primary is asked. */
const replicaPatience = 2000;

const preparedStatements: PreparedStatements = { ...prepareStatements(postgresDialect.db), ...organizationStatements };
const findCompanions = prepareCompanions(postgresDialect);

const retryPolicy: RetryPolicy = {
  attempts: 5,
  maxDelay: (attempt) => 4 * 2 ** attempt,
  isRetryable: (error) => isSerializationFailure(error) || error instanceof StaleRecord,
};

const migrate = (pool: pg.Pool, database: string): Promise<void> =>
  withClient(pool, async (client) => {
    await migratePostgres(client, database);
    await fillOrganizations(client);
    await limitPendingNames(client);
  });

interface OpenedReplica {
  readonly pool: pg.Pool;
  readonly name: string;
  readonly report: (message: string) => void;
}

/** Opens the replica without a query: an unreachable replica does not keep the process from starting. */
const openReplica = ({ replica, report = () => {} }: PostgresTarget, size: number, statements: StatementMetrics) =>
  replica === undefined
    ? undefined
    : { pool: createPool(replica, { size, statements, patience: replicaPatience }), name: describeDatabase(replica), report };

/** What is remembered of the database in this process, and forgotten together. */
interface Forgetting {
  add(forget: () => void): void;
  readonly forget: () => void;
}
const createForgetting = (): Forgetting => {
  const all: (() => void)[] = [];
  return { add: (forget) => void all.push(forget), forget: () => all.forEach((forget) => forget()) };
};

type Run = <T>(work: () => Promise<T>) => Promise<T>;
interface OpenedDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly poolSize: number;
  /** The name of the database in messages. */
  readonly database: string;
  readonly run: Run;
  readonly keys: StoreKeys;
  readonly mode: CommitMode;
  readonly memory: Forgetting;
  readonly statements: StatementMetrics;
  readonly replica: OpenedReplica | undefined;
  readonly observe: StatementObserver | undefined;
}

type Write = <T>(work: (session: SqlSession) => Promise<T>, organizations?: readonly string[]) => Promise<T>;

interface ReadsOptions {
  readonly pool: pg.Pool;
  readonly sealer: Sealer;
  readonly write: Write;
  readonly replica: ReturnType<typeof createReplica> | undefined;
}

/** Reads in a shared snapshot, from a replica, or in a snapshot of their own. */
const createReads = ({ pool, sealer, write, replica }: ReadsOptions) => {
  const view = (session: SqlSession) =>
    createReadTransaction(postgresDialect, preparedStatements, withoutRepeatedReads(session, preparedStatements, findCompanions), sealer);
  const shared = createSharedReads(pool, preparedStatements);
  const { keepCounts, forget } = createKeptCounts(write);
  const read = async <T>(work: (view: ReadTransaction) => Promise<T>, { organizations, brief }: ReadOptions = {}): Promise<T> => {
    if (brief) return shared.read((session) => work(view(session)));
    if (!organizations) return runReadUnit(pool, (session) => work(view(session)));
    const readList = (session: SqlSession): Promise<T> => work(view(keepCounts(session, organizations)));
    const found = await replica?.read(organizations, readList);
    return found ? found.value : runReadUnit(pool, readList);
  };
  return { read, forget, busy: shared.busy };
};

/** Reads and writes with the keys of the store, which another process may rotate. */
const createUnits = ({ pool, poolSize, database, run, keys, mode, memory, replica: opened, observe }: OpenedDatabase) => {
  const sealer = createSealer(keys.keys);
  const reloadKeys = async (client: pg.ClientBase): Promise<void> => {
    sealer.replaceKeys(openDataKeys(keys.masterKey, (await readDataKeys(client))!, database));
  };
  const onKey = async (client: pg.ClientBase, keyId: string): Promise<void> => {
    if (keyId !== sealer.currentKey()) await reloadKeys(client);
  };
  const groups = createPostgresGroups({ pool, prepared: preparedStatements, mode, onKey, observe });
  // The other half of the connections is for reads, because a unit that waits for a lock holds its connection.
  const writes = createScopedWrites(groups, Math.max(1, Math.floor(poolSize / 2)));
  const statistics = createTableStatistics(pool);
  const write: Write = async (work, organizations) => {
    const value = await run(() => withRetries(retryPolicy, () => writes.write(work, organizations)));
    statistics.noteUnit();
    return value;
  };
  const replica = opened && createReplica({ ...opened, primary: pool, replica: opened.pool, write });
  const reads = createReads({ pool, sealer, write, replica });
  memory.add(reads.forget);
  return {
    sealer,
    countWrites: writes.count,
    isBusy: () => writes.busy() || reads.busy() || statistics.isBusy(),
    listReplicaReads: replica && replica.counts,
    write,
    read: <T>(work: (view: ReadTransaction) => Promise<T>, options?: ReadOptions): Promise<T> =>
      run(async () => {
        try {
          return await reads.read(work, options);
        } catch (error) {
          if (!(error instanceof UnknownDataKey)) throw error;
          await withClient(pool, reloadKeys);
          return reads.read(work);
        }
      }),
  };
};

const createStore = (opened: OpenedDatabase, close: (isBusy: () => boolean) => Promise<void>): Store => {
  const { sealer, countWrites, isBusy, read, write, listReplicaReads } = createUnits(opened);
  const createTx = (session: SqlSession, report: (kind: string) => void): Transaction =>
    createTransaction(
      postgresDialect,
      preparedStatements,
      withoutRepeatedReads(session, preparedStatements, findCompanions),
      sealer,
      report,
    );
  const watched = createWatchedUnits(opened.url, write, createTx);
  let { masterKey } = opened.keys;
  return {
    shared: true,
    read,
    write: watched.write,
    watch: watched.watch,
    deriveKey: sealer.deriveKey,
    clear: watched.clear,
    probe: async () => void (await read((view) => view.get('health', 'none'))),
    countWrites,
    listStatements: opened.statements.list,
    ...(listReplicaReads ? { listReplicaReads } : {}),
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
    close: () => watched.stop().then(() => close(isBusy)),
  };
};

/** The shared store, for any number of processes. Throws StoreUnavailable (unreachable, refused, newer schema, master key). */
export const openPostgres = async (target: PostgresTarget): Promise<Store> => {
  const { url, poolSize = 10, masterKey: source } = target;
  const database = describeDatabase(url);
  const statements = createStatementMetrics(target.observeStatement);
  const memory = createForgetting();
  const pool = createPool(url, { size: poolSize, statements, lookAfter: target.lookAfter, onLost: memory.forget });
  const replica = openReplica(target, poolSize, statements);
  let closed: Promise<void> | undefined;
  const run: Run = async (work) => {
    if (closed) throw new StoreUnavailable('the store is closed');
    try {
      return await work();
    } catch (error) {
      throw toStoreFailure(error, database);
    }
  };
  const endPools = async (): Promise<void> => void (await Promise.all([pool.end(), replica?.pool.end()]));
  const close = async (isBusy: () => boolean): Promise<void> => {
    while (isBusy()) await new Promise(setImmediate);
    await endPools();
  };
  try {
    await run(() => migrate(pool, database));
    const keys = await run(() => openPostgresKeys(pool, source, database));
    const mode = await run(() => withClient(pool, findCommitMode));
    return createStore(
      { url, pool, poolSize, database, run, keys, mode, memory, statements, replica, observe: target.observeStatement },
      (isBusy) => (closed ??= close(isBusy)),
    );
  } catch (error) {
    await endPools();
    throw error;
  }
};
