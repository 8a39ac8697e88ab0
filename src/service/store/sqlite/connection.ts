import Database from 'libsql';
import { StorageFull, StoreUnavailable } from '../failures.ts';
import type { Row } from '../tables.ts';

/** One SQLite connection, synchronous: every call returns when SQLite has done it. */
export interface Connection {
  rows(sql: string, values?: readonly unknown[]): readonly Row[];
  /** Without an answer and without a statement kept, which would hold the file open after close until it is collected. */
  run(sql: string): void;
  /** False after SQLite rolled back by itself, as it does on a full disk. */
  inTransaction(): boolean;
  close(): void;
}

/** Lists are built from parts, so their texts repeat; beyond this many the one unused for longest goes. */
const keptStatements = 200;

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const inOurWords = (error: unknown, where: string): unknown => {
  const code = codeOf(error);
  if (code === 'SQLITE_FULL') return new StorageFull(where);
  if (code.startsWith('SQLITE_IOERR')) return new StoreUnavailable(`${where}: the disk does not answer (${code})`, { cause: error });
  if (code !== 'SQLITE_CORRUPT' && code !== 'SQLITE_NOTADB') return error;
  return new StoreUnavailable(`${where}: the data file is damaged or not a data file (${code})`, { cause: error });
};

/** `where` is what messages call it. */
export const connect = (file: string, where: string): Connection => {
  const database = new Database(file);
  const kept = new Map<string, Database.Statement>();

  const prepared = (sql: string): Database.Statement => {
    const known = kept.get(sql);
    if (known) {
      kept.delete(sql);
      kept.set(sql, known);
      return known;
    }
    const fresh = database.prepare(sql);
    kept.set(sql, fresh);
    if (kept.size > keptStatements) kept.delete(kept.keys().next().value!);
    return fresh;
  };

  const speaking = <T>(work: () => T): T => {
    try { return work(); } catch (error) { throw inOurWords(error, where); }
  };
  return {
    rows: (sql, values = []) => speaking(() => prepared(sql).all(values) as Row[]),
    run: (sql) => speaking(() => { database.exec(sql); }),
    inTransaction: () => database.inTransaction,
    close: () => { kept.clear(); database.close(); },
  };
};
