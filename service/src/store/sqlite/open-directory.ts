import { StorageFull, StoreUnavailable } from '../failures.ts';
import { createDataKey, type StoreKeys } from '../sealing/data-keys.ts';
import type { MasterKeySource } from '../sealing/master-key.ts';
import { acceptLoss } from './accept-loss.ts';
import { noteCleanEnd, wasLeftWhole } from './clean-end.ts';
import { describeLock, prepareDataFile, prepareDirectory, removePidFile, writePidFile } from './directory.ts';
import { findLogNumber, judgeFolder } from './judge-folder.ts';
import { readUnchanged, refuseLoss, requireSoundStore } from './examine-folder.ts';
import { lockFolder, type ReleaseFolder } from './folder-lock.ts';
import { markClosed, markPath } from './folder-mark.ts';
import { foldLog } from './fold-log.ts';
import { numberLog } from './checkpoints.ts';
import type { FoldTimes } from './fold-when-idle.ts';
import { describeOpenKey, examinePermissions } from '../file-permissions.ts';
import { dataFilePath, logFilePath, requireSoundFile } from './data-file.ts';
import { migrateSqlite, requireKnownSchema } from './migrate-sqlite.ts';
import { openConnection, readSqliteCode, type SqliteConnection } from './sqlite-connection.ts';
import type { StatementObserver } from '../statement-metrics.ts';
import { type Folder, readDataFile, readFolder } from './read-folder.ts';
import { createPageSums } from './page-sums.ts';
import { readKnownSums, requireUnchangedPages } from './verify-pages.ts';
import { createKeys, readKeys } from './sqlite-keys.ts';
import { openStoreFiles, type StoreFiles, type SyncDescriptor } from './store-files.ts';

interface DirectoryTarget {
  readonly directory: string;
  readonly masterKey?: MasterKeySource;
  /** What awaits the disk; fdatasync unless given. */
  readonly sync?: SyncDescriptor;
  /** Whether what is left is opened where something is missing. Copies of the files are kept. */
  readonly acceptLoss?: boolean | undefined;
  /** Reports a message to the operator of the service. */
  readonly report?: ((message: string) => void) | undefined;
}
export type SqliteTarget = (DirectoryTarget | { readonly memory: true }) & {
  readonly observeStatement?: StatementObserver | undefined;
  /** When a log that is not due is moved into the data file; for tests. */
  readonly foldTimes?: FoldTimes;
};

/** A process that is just leaving gets this long (milliseconds) to let go of the data file. */
const lockTimeout = 1000;

type DirectoryOnly = Extract<SqliteTarget, { directory: string }>;

export interface OpenedDatabase extends StoreKeys {
  readonly connection: SqliteConnection;
  /** Absent for a store in memory. */
  readonly files?: StoreFiles;
  /** Absent for a store in memory. */
  readonly release?: ReleaseFolder;
}
/** Kept statements hold the handle open until they are collected: leaving the log's mode lets go of the lock now. */
const releaseDirectory = (connection: SqliteConnection, directory: string): void => {
  removePidFile(directory);
  try {
    for (const step of [
      'pragma synchronous = full',
      'pragma journal_mode = delete',
      'pragma locking_mode = normal',
      'select 1 from sqlite_schema',
    ])
      connection.execute(step);
  } catch (error) {
    // Without room to move the log into the data file, it stays next to it, complete, and the next start finds it.
    if (!(error instanceof StorageFull)) throw error;
  }
};

/** Maximum size of the page cache, which only grows with what is read. */
const cacheKilobytes = 65_536;

/** A folder that has what was acknowledged, or whose loss is accepted. Throws StoreUnavailable. */
const requireWhole = ({ directory, acceptLoss: accepts, report }: DirectoryOnly): Folder => {
  const folder = readFolder(directory);
  const loss = judgeFolder(folder);
  if (!loss) return folder;
  if (!accepts || loss.rest === 'nothing') return refuseLoss(directory, loss);
  const copies = acceptLoss(directory, loss);
  report?.(`opens what is left, because of --accept-loss: ${loss.words}. Copies of the files are in ${copies}`);
  return readFolder(directory);
};

/** Everything that refuses a folder, without a change to its files: its structure, its schema, its keys. */
const examineContent = (target: DirectoryOnly): StoreKeys | undefined =>
  readUnchanged(target.directory, (connection) => {
    requireSoundStore(connection, target.directory);
    requireKnownSchema(connection, `the data directory ${target.directory}`);
    return readKeys(connection, target);
  });

const isNew = ({ mark, data }: Folder): boolean => !data || data.size === 0 || (typeof mark === 'object' && mark.state === 'creating');

/** Opens a connection that owns the directory: its index of the log is in memory, and other SQLite programs find it locked. */
const connectAlone = (directory: string, file: string): SqliteConnection => {
  const connection = openConnection(file, directory);
  connection.execute(`pragma busy_timeout = ${lockTimeout}; pragma locking_mode = exclusive`);
  return connection;
};

const prepareConnection = (connection: SqliteConnection, directory: string): void => {
  // Enough for the frequently read indexes and rows of 100,000 workspaces; SQLite's default of 2 MB holds an index of 30,000.
  connection.execute(`pragma cache_size = -${cacheKilobytes}`);
  connection.execute('pragma journal_mode = wal');
  connection.execute('pragma synchronous = full');
  // The log is moved into the data file in a separate turn: checkpoints.ts.
  connection.execute('pragma wal_autocheckpoint = 0');
  // Deleted content is overwritten.
  connection.execute('pragma secure_delete = on');
  connection.execute('begin immediate; commit');
  migrateSqlite(connection, `the data directory ${directory}`);
};

/** Begins a log: from now on the mark records the folder's content. A full disk does not prevent reading. */
const beginLog = (connection: SqliteConnection, folder: Folder, files: StoreFiles, knowsSums: boolean): void => {
  try {
    if (folder.log && folder.log.size > 0) foldLog(connection, files);
    else {
      numberLog(connection, files);
      files.markBeginning();
      if (!knowsSums) files.sumAll();
    }
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
  }
};

const openConnected = (
  connection: SqliteConnection,
  folder: Folder,
  target: DirectoryOnly,
  known: StoreKeys | undefined,
): OpenedDatabase => {
  const { directory } = folder;
  prepareConnection(connection, directory);
  const keys = known ?? readKeys(connection, target) ?? createKeys(connection, target);
  writePidFile(directory);
  const sums = readKnownSums(folder);
  const files = openStoreFiles({ directory, number: findLogNumber(folder), sums: sums ?? createPageSums(Buffer.alloc(0)) }, target.sync);
  beginLog(connection, folder, files, sums?.isWhole ?? false);
  // A commit is on the disk when the log is synced, which is awaited elsewhere: store-files.ts.
  connection.execute('pragma synchronous = normal');
  return { connection, ...keys, files };
};

const openLocked = (target: DirectoryOnly): OpenedDatabase => {
  const { directory } = target;
  const folder = requireWhole(target);
  const mustBeRead = !isNew(folder) && !wasLeftWhole(folder);
  if (mustBeRead) requireUnchangedPages(folder);
  const known = mustBeRead ? examineContent(target) : undefined;
  prepareDataFile(directory);
  const connection = connectAlone(directory, dataFilePath(directory));
  try {
    // With a rollback journal the file is sound only after it was applied.
    if (mustBeRead && !known) requireSoundFile(connection, directory, 'quick_check');
    return openConnected(connection, folder, target, known);
  } catch (error) {
    if (readSqliteCode(error) === 'SQLITE_BUSY') {
      connection.close();
      throw new StoreUnavailable(describeLock(directory), { cause: error });
    }
    releaseDirectory(connection, directory);
    connection.close();
    if (!isNew(folder)) markClosed(directory, readDataFile);
    throw error;
  }
};

const reportPermissions = ({ directory, masterKey, report }: DirectoryOnly): void => {
  const openKey = masterKey && 'file' in masterKey ? describeOpenKey(masterKey.file) : undefined;
  const files = [dataFilePath(directory), logFilePath(directory), markPath(directory)];
  for (const warning of [...examinePermissions(directory, files), ...(openKey === undefined ? [] : [openKey])]) report?.(warning);
};

/** Throws StoreUnavailable or StorageFull. A folder that is refused stays as it is. */
export const openDirectory = (target: DirectoryOnly): OpenedDatabase => {
  prepareDirectory(target.directory);
  reportPermissions(target);
  const release = lockFolder(target.directory, true);
  try {
    return { ...openLocked(target), release };
  } catch (error) {
    release();
    throw error;
  }
};

/** Moves everything into the data file and numbers it. */
const numberEnd = (connection: SqliteConnection, files: StoreFiles): void => {
  try {
    numberLog(connection, files);
    files.sumLast();
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
  }
};

/** Closes what was opened. Whether the file is whole is left to the next start where the disk has refused something. */
export const closeDatabase = ({ connection, files, release }: Omit<OpenedDatabase, keyof StoreKeys>, target: SqliteTarget): void => {
  if (files) numberEnd(connection, files);
  files?.closeLog();
  if ('directory' in target) releaseDirectory(connection, target.directory);
  connection.close();
  files?.closeData();
  if ('directory' in target) {
    markClosed(target.directory, readDataFile);
    if (files?.isDurable()) noteCleanEnd(target.directory);
  }
  release?.();
};

export const openMemory = (): OpenedDatabase => {
  const connection = openConnection(':memory:', 'memory');
  migrateSqlite(connection, 'memory');
  return { connection, masterKey: createDataKey().key, keys: [createDataKey()] };
};
