import type { Session } from '../dialect.ts';
import { codeOf, type Connection } from './connection.ts';

/** A session that can be ended: a promise that outlives its unit must not write into the next one. */
export interface UnitSession extends Session { end(): void }

export const sessionOf = (connection: Connection, writes: boolean): UnitSession => {
  let over: unknown;
  const rows: Session['rows'] = async (sql, values) => {
    if (over !== undefined) throw over;
    try {
      return connection.rows(sql, values);
    } catch (error) {
      // SQLite rolled back by itself. Another statement now would be a transaction of its own.
      if (writes && !connection.inTransaction()) over = error;
      throw error;
    }
  };
  return {
    rows,
    async rowsUnlessTaken(sql, values) {
      try {
        return await rows(sql, values);
      } catch (error) {
        if (codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE') return undefined;
        throw error;
      }
    },
    end() { over ??= new Error('this unit of work has ended: await everything inside it'); },
  };
};
