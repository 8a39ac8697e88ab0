import type pg from 'pg';
import { StoreUnavailable } from '../failures.ts';
import {
  describeNewerSchema,
  type FoundSchema,
  isCompatibleSchema,
  migrations,
  ownSchema,
  parseSchema,
  schemaRows,
  schemaVersion,
} from '../migrations.ts';
import { withRetries } from '../retry.ts';
import { readSqlState } from './sql-state.ts';

/** Another process created it first: codes for schema, table, the table's type, and the catalog's own unique violation in a race. */
const concurrentCreationCodes = new Set(['42P06', '42P07', '42710', '23505']);

/** Checks before creating: `if not exists` requires the right to create even if the table exists. */
const createMetaTable = async (client: pg.PoolClient): Promise<void> => {
  const {
    rows: [found],
  } = await client.query<{ meta: string | null }>(`select to_regclass('slipway.meta') as meta`);
  if (found?.meta) return;
  await client.query('create schema if not exists slipway');
  await client.query('create table if not exists slipway.meta (key text primary key, value text not null)');
};

const keys = Object.values(schemaRows);

const noteSchema = async (client: pg.PoolClient): Promise<void> => {
  const note = 'insert into slipway.meta values ($1, $2) on conflict (key) do update set value = excluded.value';
  for (const name of ['version', 'oldest'] as const) await client.query(note, [schemaRows[name], String(ownSchema[name])]);
};

/** Brings the database to this release's schema. If several processes start at the same time, one migrates and the others wait for it. */
export const migratePostgres = async (client: pg.PoolClient, where: string): Promise<void> => {
  await withRetries({ attempts: 10, maxDelay: () => 50, isRetryable: (error) => concurrentCreationCodes.has(readSqlState(error)) }, () =>
    createMetaTable(client),
  );
  const readSchema = async (): Promise<FoundSchema> =>
    parseSchema(
      (await client.query<{ key: string; value: string }>('select key, value from slipway.meta where key = any($1)', [keys])).rows,
    );
  // Most starts find everything done and need no lock.
  const before = await readSchema();
  if (before.version === schemaVersion || isCompatibleSchema(before)) return;
  await client.query('begin');
  try {
    await client.query('lock table slipway.meta in access exclusive mode');
    const found = await readSchema();
    if (found.version > schemaVersion && !isCompatibleSchema(found)) throw new StoreUnavailable(describeNewerSchema(where, found.version));
    for (const { postgres } of migrations.slice(found.version)) for (const statement of postgres) await client.query(statement);
    if (found.version < schemaVersion) await noteSchema(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};
