import type { Session } from '../dialect.ts';
import type { Group, UnitSession } from '../group-commit.ts';
import { codeOf, type Connection } from './connection.ts';

export const sessionOf = (connection: Connection, writes: boolean): UnitSession => {
  let broken: unknown;
  let over = false;
  const rows: Session['rows'] = async (sql, values) => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
    try {
      return connection.rows(sql, values);
    } catch (error) {
      // SQLite rolled back by itself. Another statement now would be a transaction of its own.
      if (writes && !connection.inTransaction()) broken = error;
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
    broken: () => broken,
    end() { over = true; },
  };
};

export const groupOf = (connection: Connection) => async (): Promise<Group> => {
  connection.rows('begin immediate');
  return {
    async enter() {
      connection.rows('savepoint unit');
      return sessionOf(connection, true);
    },
    async leave() { connection.rows('release unit'); },
    async undo() {
      if (!connection.inTransaction()) return false;
      connection.rows('rollback to unit');
      connection.rows('release unit');
      return true;
    },
    async commit() { connection.rows('commit'); },
    async rollback() {
      if (connection.inTransaction()) connection.rows('rollback');
      return true;
    },
  };
};
