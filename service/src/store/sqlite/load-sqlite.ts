import { StoreUnavailable } from '../failures.ts';
import { requireLibsql } from './require-libsql.ts';

/** A database as both drivers have it: libsql, and Node's own. Every call returns when SQLite has done it. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
  close(): unknown;
}
export interface SqliteStatement {
  all(values: readonly unknown[]): unknown[];
  /** Runs a statement that returns no rows. */
  run(values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number };
}
/** Opens a file, or `:memory:`. */
export type OpenSqliteFile = (file: string) => SqliteDatabase;

/** What is used of node:sqlite, which the types of the oldest supported Node do not have. */
interface NodeDatabase {
  prepare(sql: string): {
    all(...values: readonly unknown[]): unknown[];
    run(...values: readonly unknown[]): ReturnType<SqliteStatement['run']>;
  };
  exec(sql: string): void;
  close(): void;
  readonly isTransaction: boolean;
}
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => NodeDatabase;
}

/** SQLite's result codes that this program acts on, by their number; extended ones have the plain one in their lowest byte. */
const resultCodes: { readonly [code: number]: string } = {
  5: 'SQLITE_BUSY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  26: 'SQLITE_NOTADB',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

/** Names the result code of SQLite in an error of node:sqlite as libsql does: `SQLITE_BUSY`. */
const nameResultCode = (error: unknown): unknown => {
  const { errcode } = error as { readonly errcode?: number };
  if (errcode === undefined) return error;
  return Object.assign(error as Error, { code: resultCodes[errcode] ?? resultCodes[errcode & 0xff] ?? `SQLITE_${errcode}` });
};
const withResultCode = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw nameResultCode(error);
  }
};

/** node:sqlite in the shape of libsql. */
const wrapNodeDatabase = (database: NodeDatabase): SqliteDatabase => ({
  prepare: (sql) => {
    const statement = withResultCode(() => database.prepare(sql));
    return {
      all: (values) => withResultCode(() => statement.all(...values)),
      run: (values) => withResultCode(() => statement.run(...values)),
    };
  },
  exec: (sql) => withResultCode(() => database.exec(sql)),
  get inTransaction() {
    return database.isTransaction;
  },
  close: () => database.close(),
});

const tellsTransactions = ({ DatabaseSync }: NodeSqlite): boolean => {
  const database = new DatabaseSync(':memory:');
  try {
    return typeof database.isTransaction === 'boolean';
  } finally {
    database.close();
  }
};

/** Node's built-in SQLite; undefined if it has none, or one that cannot tell whether a transaction is open (before 22.16). */
export const loadNodeSqlite = (): OpenSqliteFile | undefined => {
  // Node warns once that it is experimental; what is used here has not changed since 22.16.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const sqlite = (process as { getBuiltinModule?(name: string): unknown }).getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined;
    if (!sqlite || !tellsTransactions(sqlite)) return undefined;
    return (file) => withResultCode(() => wrapNodeDatabase(new sqlite.DatabaseSync(file)));
  } finally {
    process.emitWarning = emitWarning;
  }
};

const loadLibsql = (): OpenSqliteFile | undefined => {
  try {
    const Database = requireLibsql<new (file: string) => SqliteDatabase>(import.meta.url);
    return (file) => new Database(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

/** The SQLite of this installation: libsql if it is installed, otherwise Node's own. Throws StoreUnavailable if there is neither. */
export const loadSqlite = (): OpenSqliteFile => {
  const opener = loadLibsql() ?? loadNodeSqlite();
  if (opener) return opener;
  throw new StoreUnavailable(
    `Node.js ${process.versions.node} has no SQLite: use Node.js 22.16 or newer, or install the package libsql (0.5.29) ` +
      'beside Slipway, or store the data in PostgreSQL (--postgres)',
  );
};
