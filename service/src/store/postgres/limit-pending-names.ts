import type pg from 'pg';

/**
 * The maximum size of GIN's pending list, in kilobytes. New names wait in this list, which every search scans, and which an insert merges
 * into the index when it is full. With the default of 4 MB a search among 100,000 names took 36 ms instead of 6, and the commit that merged
 * the list 118 ms (docs/bench/growth.md).
 */
const limit = 256;

/**
 * Indexes of names without that limit: on a new database, after a restore, and on tables that were divided. It is no matter of the schema:
 * any release reads and writes with it.
 */
const limitSql = `do $$ declare one regclass; begin
    perform set_config('lock_timeout', '1s', true);
    for one in select c.oid::regclass from pg_class c join pg_am a on a.oid = c.relam join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'slipway' and c.relkind = 'i' and a.amname = 'gin'
          and not coalesce(c.reloptions, '{}') @> array['gin_pending_list_limit=${limit}'] loop
      execute format('alter index %s set (gin_pending_list_limit = ${limit})', one);
    end loop;
  exception when insufficient_privilege or lock_not_available then
    raise notice 'the index of names keeps its limit: this user does not own it, or it is being maintained';
  end $$`;

/**
 * Limits how many names wait to be merged into their index, if the user may set that and no maintenance holds the index for longer than a
 * second.
 */
export const limitPendingNames = async (client: pg.PoolClient): Promise<void> => void (await client.query(limitSql));
