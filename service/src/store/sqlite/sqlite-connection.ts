import { StorageFull, StoreUnavailable } from '../failures.ts';
import type { SqlRow } from '../sql-row.ts';
import { loadSqlite, type OpenSqliteFile, type SqliteDatabase } from './load-sqlite.ts';

/** One SQLite connection, synchronous: every call returns when SQLite has done it. */
export interface SqliteConnection {
  query(sql: string, values?: readonly unknown[]): readonly SqlRow[];
  /**
   * Runs a statement without a result, and without keeping it prepared, which would hold the file open after `close` until garbage
   * collection.
   */
  execute(sql: string): void;
  /** False after SQLite rolled back by itself, as it does on a full disk. */
  isInTransaction(): boolean;
  close(): void;
}

/** Lists are built from parts, so their texts repeat; beyond this many the one unused for longest goes. */
const maxStatements = 200;

/** An insert that asks for its row's number is run without `returning`, at two thirds of the cost. */
const numberedInsert = /^(insert into .*) returning "seq"$/s;

type RunStatement = (values: readonly unknown[]) => readonly SqlRow[];

const prepareRun = (database: SqliteDatabase, sql: string): RunStatement => {
  const [, insert] = numberedInsert.exec(sql) ?? [];
  const statement = database.prepare(insert ?? sql);
  if (insert === undefined) return (values) => statement.all(values) as SqlRow[];
  return (values) => {
    const { changes, lastInsertRowid } = statement.run(values);
    return changes === 0 ? [] : [{ seq: lastInsertRowid }];
  };
};

export const readSqliteCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** How to get a store back whose file cannot be read. */
const wayBack = 'restore a backup with `slipway restore` (docs/team-service.md)';

const toStoreFailure = (error: unknown, where: string): unknown => {
  const code = readSqliteCode(error);
  if (code === 'SQLITE_FULL') return new StorageFull(where);
  if (code.startsWith('SQLITE_IOERR')) return new StoreUnavailable(`${where}: the disk does not answer (${code})`, { cause: error });
  if (code !== 'SQLITE_CORRUPT' && code !== 'SQLITE_NOTADB') return error;
  return new StoreUnavailable(`${where}: the data file is damaged or not a data file (${code}): ${wayBack}`, { cause: error });
};

let installed: OpenSqliteFile | undefined;

/** `where` is what messages call it. Throws StoreUnavailable if this installation has no SQLite. */
export const openConnection = (file: string, where: string, open = (installed ??= loadSqlite())): SqliteConnection => {
  const database = open(file);
  const statements = new Map<string, RunStatement>();

  const prepared = (sql: string): RunStatement => {
    const known = statements.get(sql);
    if (known) {
      statements.delete(sql);
      statements.set(sql, known);
      return known;
    }
    const fresh = prepareRun(database, sql);
    statements.set(sql, fresh);
    if (statements.size > maxStatements) statements.delete(statements.keys().next().value!);
    return fresh;
  };

  const speaking = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toStoreFailure(error, where);
    }
  };
  return {
    query: (sql, values = []) => speaking(() => prepared(sql)(values)),
    execute: (sql) =>
      speaking(() => {
        database.exec(sql);
      }),
    isInTransaction: () => database.inTransaction,
    close: () => {
      statements.clear();
      database.close();
    },
  };
};
