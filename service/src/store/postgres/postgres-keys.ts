import { join } from 'node:path';
import type pg from 'pg';
import { createDataKey, openDataKeys, type StoreKeys } from '../sealing/data-keys.ts';
import { type MasterKeySource, resolveMasterKey } from '../sealing/master-key.ts';
import { keyRows, writeDataKeys } from '../sealing/store-keys.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** Relative to the working directory, because a database has no folder. */
const defaultKeyFile = join('.slipway', 'postgres.key');

export const withClient = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
};

export const readDataKeys = async (client: pg.ClientBase): Promise<string | undefined> =>
  (await client.query<{ value: string }>(`select value from slipway.meta where key = '${keyRows.dataKeys}'`)).rows[0]?.value;

const createDataKeys = async (client: pg.PoolClient, masterKey: Buffer): Promise<void> => {
  await client.query(`begin isolation level read committed; select 1 from slipway.meta where key = 'writer' for update`);
  try {
    if ((await readDataKeys(client)) === undefined)
      for (const statement of writeDataKeys(postgresDialect, masterKey, [createDataKey()])) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/** The keys of the store, which the first process creates. Throws StoreUnavailable. */
export const openPostgresKeys = (pool: pg.Pool, source: MasterKeySource | undefined, database: string): Promise<StoreKeys> =>
  withClient(pool, async (client) => {
    const isNew = (await readDataKeys(client)) === undefined;
    const masterKey = resolveMasterKey(source, defaultKeyFile, isNew, database);
    if (isNew) await createDataKeys(client, masterKey);
    return { masterKey, keys: openDataKeys(masterKey, (await readDataKeys(client))!, database) };
  });
