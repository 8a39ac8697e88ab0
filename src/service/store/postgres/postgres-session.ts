import type pg from 'pg';
import type { SqlSession } from '../sql-dialect.ts';
import type { UnitSession } from '../group-commit.ts';
import { readSqlState, uniqueViolation } from './sql-state.ts';

export const createPostgresSession = (client: pg.PoolClient): UnitSession => {
  let broken: unknown;
  let over = false;
  let previous: Promise<unknown> = Promise.resolve();
  /** A connection takes one question at a time; a unit may ask several side by side. */
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = previous.then(ask, ask);
    previous = answer;
    return answer;
  };
  const rows: SqlSession['query'] = async (text, values, name) => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
    try {
      return (await client.query({ text, values: values as unknown[], name })).rows;
    } catch (error) {
      throw (broken ??= error);
    }
  };
  return {
    query: (text, values, name) => inTurn(() => rows(text, values, name)),
    queryUnlessDuplicate: (text, values, name) =>
      inTurn(async () => {
        await rows('savepoint taken', []);
        try {
          const found = await rows(text, values, name);
          await rows('release savepoint taken', []);
          return found;
        } catch (error) {
          if (readSqlState(error) !== uniqueViolation) throw error;
          broken = undefined;
          await rows('rollback to savepoint taken', []);
          return undefined;
        }
      }),
    failure: () => broken,
    end() {
      over = true;
    },
  };
};
