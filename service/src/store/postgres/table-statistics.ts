import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { withClient } from './postgres-keys.ts';

/** Tables of the schema that have more than twice the pages they had when their statistics were gathered, and some more. */
const findGrownSql = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'slipway' and c.relkind = 'r'
    and pg_relation_size(c.oid) > current_setting('block_size')::bigint * (2 * greatest(c.relpages, 0) + 32)`;

/** Gathers the statistics of tables, if the user may maintain them. */
const gatherSql = (tables: readonly string[]): string => `analyze (skip_locked) ${tables.join(', ')}`;

/** Units of work between two looks: if each inserts one, so many records fill some 50 pages. */
const lookEvery = 500;

export interface TableStatistics {
  /** A unit of work has been committed. */
  noteUnit(): void;
  isBusy(): boolean;
}

/**
 * Gathers statistics of tables that have doubled. PostgreSQL does so by itself, once a minute at most: until then it takes a table for what
 * it was, and reads all records of a list that it takes for two (decision 135).
 */
export const createTableStatistics = (pool: pg.Pool): TableStatistics => {
  // In its own asynchronous context, not that of the request whose unit it was.
  const background = new AsyncResource('slipway.statistics');
  let [units, isLooking] = [0, false];
  const look = (): Promise<void> =>
    withClient(pool, async (client) => {
      const { rows } = await client.query<{ name: string }>(findGrownSql);
      if (rows.length > 0) await client.query(gatherSql(rows.map(({ name }) => name)));
    });
  const end = (): void => void (isLooking = false);
  return {
    noteUnit() {
      units += 1;
      if (units < lookEvery || isLooking) return;
      [units, isLooking] = [0, true];
      // A failure only makes lists slower, and the next look tries again.
      background.runInAsyncScope(look).then(end, end);
    },
    isBusy: () => isLooking,
  };
};
