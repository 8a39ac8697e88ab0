/** A commit on PostgreSQL: who may go on when it is visible, and who is answered when it is durable. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as assert from 'uvu/assert';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Store } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { plant, suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('durable commits');

const insert = (store: Store, name: string): Promise<unknown> => store.write((tx) => tx.insert(createDraft(name)), ['acme']);
const findNames = (store: Store): Promise<readonly string[]> =>
  store.read(async (view) => (await view.list({ kind: 'workspaces' })).records.map(({ id }) => id).sort());

const isSettled = (promise: Promise<unknown>): Promise<boolean> => {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, sleep(20).then(() => false)]);
};

/** Has commits wait for a replica that does not exist, until the result is called: such a wait begins and ends when the test says so. */
const holdCommits = async (url: string, beside: pg.Client): Promise<() => Promise<void>> => {
  await beside.query(`alter database shared set synchronous_commit = on`);
  await beside.query(`alter system set synchronous_standby_names = 'nobody'`);
  await beside.query('select pg_reload_conf()');
  const waiting = new pg.Client({ connectionString: url });
  await waiting.connect();
  const countWaits = async (): Promise<number> =>
    (await beside.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount!;
  let ended: Promise<unknown> = Promise.resolve();
  for (let tries = 0; (await countWaits()) === 0; tries++) {
    assert.ok(tries < 200, 'no commit ever waits');
    if (await isSettled(ended)) ended = waiting.query(`select pg_logical_emit_message(true, 'test', '')`);
  }
  return async () => {
    await beside.query('alter system reset synchronous_standby_names');
    await beside.query('select pg_reload_conf()');
    await ended;
    await waiting.end();
  };
};

test('the next writer of an organization does not wait for the disk; nobody is answered before it', async ({ url, store, beside }) => {
  await plant(store, 0);
  const letGo = await holdCommits(url, beside);
  const [one, other] = [await openPostgres({ url }), await openPostgres({ url })];
  try {
    const first = insert(one, 'first');
    while (!(await findNames(store)).includes('first')) await sleep(20);
    let seen: string | undefined;
    const second = other.write(
      async (tx) => {
        seen = (await tx.get('workspaces', 'first'))?.id;
        await tx.insert(createDraft('second'));
      },
      ['acme'],
    );
    while (!(await findNames(store)).includes('second')) await sleep(20);
    assert.is(seen, 'first');
    assert.equal([await isSettled(first), await isSettled(second)], [false, false]);
    await letGo();
    await Promise.all([first, second]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

test('the wait for the disk ends with its connection: the writer learns that the outcome is unknown', async ({ url, store, beside }) => {
  await plant(store, 0);
  const letGo = await holdCommits(url, beside);
  const one = await openPostgres({ url });
  try {
    const first = insert(one, 'first').then(
      () => 'written',
      (error: unknown) => error,
    );
    while (!(await findNames(store)).includes('first')) await sleep(20);
    await beside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'slipway'`,
    );
    assert.instance(await first, StoreUnavailable);
  } finally {
    await letGo();
    await one.close();
  }
});

test('a user who may not write messages into the log commits as before', async ({ url, store, beside }) => {
  await plant(store, 0);
  await beside.query(
    `do $$ begin if not exists (select from pg_roles where rolname = 'plain') then create role plain login; end if; end $$`,
  );
  await beside.query('grant all on schema slipway to plain; grant all on all tables in schema slipway to plain');
  await beside.query('grant all on all sequences in schema slipway to plain');
  const functions = await beside.query<{ f: string }>(
    `select oid::regprocedure::text as f from pg_proc where proname = 'pg_logical_emit_message'`,
  );
  for (const { f } of functions.rows) await beside.query(`revoke execute on function ${f} from public`);
  const statements: string[] = [];
  const address = Object.assign(new URL(url), { username: 'plain' }).href;
  const plain = await openPostgres({ url: address, observeStatement: (sql) => statements.push(sql) });
  try {
    await insert(plain, 'first');
    assert.equal(await findNames(store), ['first']);
    assert.is(statements.filter((sql) => sql === 'commit').length, 1);
    assert.not.ok(statements.some((sql) => /emit_message\(|synchronous_commit/.test(sql)));
  } finally {
    await plain.close();
  }
});

run();
