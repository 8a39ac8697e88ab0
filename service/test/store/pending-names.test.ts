/** Few names wait to be merged into their index in PostgreSQL: a search reads all that do. */
import pg from 'pg';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('names that wait for their index');

const readOptions = async (client: pg.Client): Promise<readonly (readonly string[] | null)[]> =>
  (await client.query(`select reloptions from pg_class where relname = 'record_names' and relkind = 'i'`)).rows.map(
    ({ reloptions }) => reloptions as readonly string[] | null,
  );

test('are 256 KB at most, also after the index was made anew', async ({ url, beside }) => {
  assert.equal(await readOptions(beside), [['gin_pending_list_limit=256']]);
  const [{ definition }] = (await beside.query(`select pg_get_indexdef('slipway.record_names'::regclass) as definition`)).rows as [
    { definition: string },
  ];
  await beside.query('drop index slipway.record_names');
  await beside.query(definition.replace(/ with \([^)]*\)/i, ''));
  assert.equal(await readOptions(beside), [null]);
  await (await openPostgres({ url })).close();
  assert.equal(await readOptions(beside), [['gin_pending_list_limit=256']]);
});

test('are no reason for a store not to open where its user does not own the index', async ({ url, beside }) => {
  await beside.query('alter index slipway.record_names reset (gin_pending_list_limit)');
  await beside.query('create role clerk login');
  await beside.query('grant usage on schema slipway to clerk');
  await beside.query('grant select, insert, update, delete on all tables in schema slipway to clerk');
  const clerk = await openPostgres({ url: Object.assign(new URL(url), { username: 'clerk' }).href });
  assert.is(await clerk.read((view) => view.get('workspaces', 'none')), undefined);
  await clerk.close();
  assert.equal(await readOptions(beside), [null]);
  await beside.query('drop owned by clerk; drop role clerk');
});

run();
