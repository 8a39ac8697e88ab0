import type { Session } from '../dialect.ts';
import type { Group, UnitSession } from '../group-commit.ts';
import { codeOf, type Connection } from './connection.ts';
import type { Recent } from './recent.ts';

export const sessionOf = (connection: Connection, known: Recent, writes: boolean): UnitSession => {
  let broken: unknown;
  let over = false;
  const rows: Session['rows'] = async (sql, values) => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
    try {
      return known.rows(sql, values, () => connection.rows(sql, values));
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

export const groupOf = (connection: Connection, known: Recent) => async (): Promise<Group> => {
  connection.run('begin immediate');
  return {
    async enter() {
      connection.run('savepoint unit');
      return sessionOf(connection, known, true);
    },
    async leave() { connection.run('release unit'); },
    async undo() {
      known.forget();
      if (!connection.inTransaction()) return false;
      connection.run('rollback to unit; release unit');
      return true;
    },
    async commit() { connection.run('commit'); },
    async rollback() {
      known.forget();
      if (connection.inTransaction()) connection.run('rollback');
      return true;
    },
  };
};
