import type { SqliteConnection } from '../../../src/store/sqlite/sqlite-connection.ts';

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.byteLength;
  return value === null || value === undefined ? 0 : 8;
};

export interface WrittenBytes {
  /** Of the values of inserts, updates and deletions: texts in UTF-8, eight for a number; without indexes, and without what SQLite adds. */
  bytesWritten: number;
}

/** The connection, which adds what it writes to the count of this moment. */
export const noteWrites = (connection: SqliteConnection, count: () => WrittenBytes | undefined): SqliteConnection => ({
  ...connection,
  query(sql, values = []) {
    const current = sql.startsWith('select ') ? undefined : count();
    if (current) current.bytesWritten += values.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    return connection.query(sql, values);
  },
});
