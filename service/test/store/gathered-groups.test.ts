/** Units that come while their group waits for its locks, which another process holds. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import * as assert from 'uvu/assert';
import { organizationLock } from '../../src/store/postgres/lock-number.ts';
import type { Store } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('groups that wait for their locks');

const insert = (store: Store, prefix: string): Promise<unknown> =>
  Promise.all(Array.from({ length: 5 }, (_, at) => store.write((tx) => tx.insert(createDraft(`${prefix}-${at}`)), ['acme'])));

const isWaiting = async (beside: pg.Client): Promise<boolean> =>
  (await beside.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rows.length > 0;

/** Five units, and five more while their group waits. */
const insertInTwoParts = async (store: Store, beside: pg.Client, prefix: string): Promise<void> => {
  await beside.query('begin');
  await beside.query(`select pg_advisory_xact_lock(${organizationLock('acme')})`);
  const first = insert(store, `${prefix}-first`);
  while (!(await isWaiting(beside))) await delay(5);
  const second = insert(store, `${prefix}-second`);
  await delay(20);
  await beside.query('commit');
  await Promise.all([first, second]);
};

test('share one statement once a group has had two, and ask their first questions at once again where nobody holds the locks', async ({
  store,
  beside,
}) => {
  const countInserts = async (prefix: string): Promise<number> => {
    const readCount = (): number => store.listStatements().find(({ kind }) => kind === 'insert')!.count;
    const before = readCount();
    await insertInTwoParts(store, beside, prefix);
    return readCount() - before;
  };
  assert.is(await countInserts('a'), 2);
  assert.is(await countInserts('b'), 1);
  assert.is(await countInserts('c'), 1);
  for (let at = 0; at < 8; at++) await store.write((tx) => tx.insert(createDraft(`alone-${at}`)), ['acme']);
  assert.is(await countInserts('d'), 2);
  assert.is((await store.read((view) => view.list({ kind: 'workspaces', scope: 'acme' }))).records.length, 48);
});

test('are written one by one where their transaction lost its connection before it had its locks', async ({ store, beside }) => {
  await insertInTwoParts(store, beside, 'a');
  await beside.query('begin');
  await beside.query(`select pg_advisory_xact_lock(${organizationLock('acme')})`);
  const written = insert(store, 'lost');
  while (!(await isWaiting(beside))) await delay(5);
  const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted`;
  await beside.query(`select pg_terminate_backend(pid) from (${waiting}) as found`);
  await beside.query('commit');
  await written;
  const { records } = await store.read((view) => view.list({ kind: 'workspaces', scope: 'acme' }));
  assert.is(records.length, 15);
});

run();
