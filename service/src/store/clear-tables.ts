import { archivedTables } from './archive/archive.ts';
import type { SqlDialect, SqlSession } from './sql-dialect.ts';

/** Milliseconds that one statement should take. */
const wantedTime = 5;
const firstRows = 64;

/** Deletes the oldest rows of a table, at most so many. False: it is empty. */
const deleteSome = async (session: SqlSession, table: string, rows: number): Promise<boolean> => {
  const [last] = await session.query(`select seq from ${table} order by seq limit 1 offset ${rows - 1}`, []);
  await session.query(`delete from ${table}${last ? ' where seq <= ?' : ''}`, last ? [last.seq] : []);
  return last !== undefined;
};

/** Rows per statement, so that others do not wait too long: rows have from a few bytes to several megabytes. */
const deleteInPortions = async (session: SqlSession, table: string): Promise<void> => {
  let rows = firstRows;
  for (let start = performance.now(); await deleteSome(session, table, rows); start = performance.now())
    rows = performance.now() - start < wantedTime ? rows * 2 : Math.max(1, rows >> 1);
};

/** Deletes all rows of the services. SQLite deletes in this process, in portions between which other work has its turn. */
export const clearTables = async ({ schemaPrefix, worksInProcess }: SqlDialect, session: SqlSession): Promise<void> => {
  for (const table of archivedTables) {
    if (worksInProcess) await deleteInPortions(session, table);
    else await session.query(`delete from ${schemaPrefix}${table}`, []);
  }
};
