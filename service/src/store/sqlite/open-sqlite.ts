import { StoreUnavailable } from '../failures.ts';
import { createGroupCommit, type WriteLock } from '../group-commit.ts';
import { type RetryPolicy, withRetries } from '../retry.ts';
import type { SqlSession } from '../sql-dialect.ts';
import { prepareStatements } from '../prepared-statements.ts';
import { createSealer, type Sealer } from '../sealing/sealer.ts';
import { openDataKeys } from '../sealing/data-keys.ts';
import { rotateKeys, saveKeys, sealStore } from '../sealing/store-keys.ts';
import { type ReadTransaction, StaleRecord, type Store, type Transaction } from '../store.ts';
import { createTransaction } from '../transaction.ts';
import { createReadTransaction } from '../read-transaction.ts';
import { createWriteWatchers, everyKind } from '../write-watchers.ts';
import { createStatementMetrics, type StatementMetrics } from '../statement-metrics.ts';
import { clearTables } from '../clear-tables.ts';
import { foldLog } from './fold-log.ts';
import { createIdleFolding, foldTimes, type FoldTimes } from './fold-when-idle.ts';
import { closeDatabase, openDirectory, type OpenedDatabase, openMemory, type SqliteTarget } from './open-directory.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { measureConnection } from './measured-connection.ts';
import { createNameIndexing } from './name-indexing.ts';
import { createRowCache, type RowCache } from './row-cache.ts';
import { createSqliteGroups } from './sqlite-groups.ts';
import { createSqliteSession } from './sqlite-session.ts';
import type { StoreFiles } from './store-files.ts';
import { createReadWriteLock } from './read-write-lock.ts';

const preparedStatements = prepareStatements(sqliteDialect.db);

const retryPolicy: RetryPolicy = { attempts: 5, maxDelay: () => 0, isRetryable: (error) => error instanceof StaleRecord };

/** Opens the database. Each statement is counted from then on. */
const openTarget = (target: SqliteTarget): OpenedDatabase & { readonly statements: StatementMetrics } => {
  const opened = 'memory' in target ? openMemory() : openDirectory(target);
  const statements = createStatementMetrics(target.observeStatement);
  return { ...opened, statements, connection: measureConnection(opened.connection, statements) };
};

/** Commits between groups, such as of the index of names: no more than one of them is on no disk (log-file.ts counts on it). */
const createBetween = (
  writes: Pick<ReturnType<typeof createGroupCommit>, 'between' | 'count'>,
  checkpoints: Checkpoints,
  files?: StoreFiles,
) => {
  let awaited = -1;
  return <T>(work: () => T): Promise<T> =>
    writes.between(async () => {
      await checkpoints.settled();
      if (awaited === writes.count()) await files?.syncLog();
      awaited = writes.count();
      try {
        return work();
      } catch (error) {
        files?.doubt();
        throw error;
      }
    });
};

/** Groups of writes, and what follows them: the index of names, and the move of the log into the data file. */
const createWrites = ({ connection, files }: OpenedDatabase, cache: RowCache, lock: WriteLock, times: FoldTimes) => {
  const checkpoints = createCheckpoints(connection, files);
  const written = (): void => {
    names.wake();
    if (checkpoints.isDue()) void writes.between(checkpoints.run);
    else if (files) folding.wake();
  };
  const folding = createIdleFolding(checkpoints, () => void writes.between(checkpoints.run), times);
  const writes = createGroupCommit(createSqliteGroups({ connection, cache, checkpoints, files, written }), lock);
  const whileNobodyWrites = createBetween(writes, checkpoints, files);
  const names = createNameIndexing(connection, whileNobodyWrites);
  names.wake();
  const stop = (): void => {
    names.stop();
    folding.stop();
  };
  return { ...writes, whileNobodyWrites, stop, settled: checkpoints.settled };
};

/** Reads side by side, and groups of writes. */
const createUnits = (opened: OpenedDatabase, sealer: Sealer, times: FoldTimes) => {
  const { connection } = opened;
  const lock = createReadWriteLock();
  const cache = createRowCache(preparedStatements, connection.query);
  const writes = createWrites(opened, cache, lock, times);
  const readNow = async <T>(work: (view: ReadTransaction) => Promise<T>): Promise<T> => {
    const session = createSqliteSession(connection, cache);
    try {
      return await work(createReadTransaction(sqliteDialect, preparedStatements, session, sealer));
    } finally {
      session.end();
    }
  };
  const watchers = createWriteWatchers();
  const write = <T>(work: (session: SqlSession) => Promise<T>): Promise<T> => withRetries(retryPolicy, () => writes.write(work));
  return {
    countWrites: writes.count,
    whileNobodyWrites: writes.whileNobodyWrites,
    watch: watchers.watch,
    write,
    writeUnit: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      watchers.notifyAfter((report) =>
        write((session) => work(createTransaction(sqliteDialect, preparedStatements, session, sealer, report))),
      ),
    clear: (): Promise<void> =>
      watchers.notifyAfter((report) => {
        report(everyKind);
        return write((session) => clearTables(sqliteDialect, session));
      }),
    /** Resolves when everything that was begun is over. */
    end: async (): Promise<void> => {
      writes.stop();
      do await new Promise(setImmediate);
      while (writes.busy() || lock.isBusy());
      // A disk error was reported to the writer already.
      await writes.settled().catch(() => {});
      cache.clear();
    },
    // Missing records are queried every time and are not part of half-written units, so this reads from the store.
    probe: async (): Promise<void> => void (await readNow((view) => view.get('health', 'none'))),
    read: <T>(work: (view: ReadTransaction) => Promise<T>): Promise<T> => lock.read(() => readNow(work)),
  };
};

/** Rewrites both files, so that neither contains deleted rows or former plain text. */
const rewriteFiles = ({ connection, files }: OpenedDatabase): void => {
  connection.execute('vacuum');
  if (files) foldLog(connection, files);
};

/**
 * The embedded store: one process, one connection. Throws StoreUnavailable (locked by another process, newer schema, not a
 * directory, no permission, master key) or StorageFull.
 */
export const openSqlite = (target: SqliteTarget): Store => {
  const opened = openTarget(target);
  const { statements, keys, masterKey: firstKey } = opened;
  const sealer = createSealer(keys);
  const units = createUnits(opened, sealer, target.foldTimes ?? foldTimes);
  let masterKey = firstKey;
  let closed: Promise<void> | undefined;
  const open = (): typeof units => {
    if (closed) throw new StoreUnavailable('the store is closed');
    opened.files?.requireDurable();
    return units;
  };
  return {
    read: async (work) => open().read(work),
    write: async (work) => open().writeUnit(work),
    probe: async () => open().probe(),
    countWrites: units.countWrites,
    listStatements: statements.list,
    watch: units.watch,
    deriveKey: sealer.deriveKey,
    clear: async () => open().clear(),
    async rotateKeys(nextMasterKey = masterKey) {
      sealer.replaceKeys(await open().write((session) => rotateKeys(sqliteDialect, session, sealer, nextMasterKey)));
      masterKey = nextMasterKey;
    },
    async adoptKeys(text) {
      const keys = openDataKeys(masterKey, text, 'the backup');
      await open().write((session) => saveKeys(sqliteDialect, session, masterKey, keys));
      sealer.replaceKeys(keys);
    },
    async sealAll() {
      const count = await open().write((session) => sealStore(sqliteDialect, session, sealer));
      if (count > 0) await units.whileNobodyWrites(() => rewriteFiles(opened));
      return count;
    },
    close: () => (closed ??= units.end().then(() => closeDatabase(opened, target))),
  };
};
