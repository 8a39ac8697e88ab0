/** Several processes on one PostgreSQL. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { startPostgres } from '@slipway/test-support/postgres';
import { queryDatabase } from '@slipway/test-support/query-database';
import { skipWithReason } from '@slipway/test-support/skip';
import { createDraft, catchError } from './conformance/new-record.ts';

const [rivalScript, writerScript] = bundleScripts(join(import.meta.dirname, 'rival.ts'), join(import.meta.dirname, 'writer.ts'));
const server = await startPostgres();
const all = suite('store in PostgreSQL processes');
const test: (name: string, run: (database: (name: string) => Promise<string>) => Promise<void>) => void = (name, run) =>
  typeof server === 'string'
    ? skipWithReason(all, server)(name, () => {})
    : all(name, () => run(async (database) => (await server.database(database)).url));

test('eight that start at once on an empty database make its tables once', async (database) => {
  const url = await database('start');
  const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgres({ url, poolSize: 2 })));
  await Promise.all(stores.map((store, at) => store.write((tx) => tx.insert(createDraft(`ws-${at}`)))));
  assert.is(await stores[0]!.read((view) => view.count({ kind: 'workspaces' })), 8);
  await Promise.all(stores.map((store) => store.close()));
});

test('three processes race: each name has one owner, no count is lost, no lock has two holders', async (database) => {
  const url = await database('race');
  const store = await openStore(url);
  await store.write(async (tx) => {
    await tx.insert(createDraft('counter', { kind: 'counters', body: 0 }));
    for (let at = 0; at < 40; at++) await tx.insert(createDraft(`ws-${at}`, { body: { by: null } }));
  });
  const rivals: ChildProcess[] = ['ann', 'bob', 'cyd'].map((name) => fork(rivalScript, [url, name]));
  await Promise.all(rivals.map((rival) => once(rival, 'message')));
  const reports = rivals.map(async (rival) => (await once(rival, 'message'))[0] as { names: number; locks: number });
  for (const rival of rivals) rival.send('go');
  const results = await Promise.all(reports);
  assert.is(
    results.reduce((sum, { names }) => sum + names, 0),
    40,
  );
  assert.is(
    results.reduce((sum, { locks }) => sum + locks, 0),
    40,
  );
  assert.is((await store.read((view) => view.get('counters', 'counter')))?.body, 120);
  assert.is(await store.read((view) => view.count({ kind: 'names' })), 40);
  assert.is(await store.read((view) => view.count({ kind: 'workspaces', body: [{ path: 'by', is: null }] })), 0);
  await store.close();
});

test('over a database whose transactions begin at another isolation level, no unit decides on the past', async (database) => {
  const url = await database('isolation');
  await queryDatabase(url, `alter database isolation set default_transaction_isolation = 'repeatable read'`);
  const stores = await Promise.all([openPostgres({ url, poolSize: 2 }), openPostgres({ url, poolSize: 2 })]);
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) =>
      stores[at % 2]!.write(async (tx) => {
        await tx.insert(createDraft(`ws-${at}`, { body: await tx.count({ kind: 'workspaces' }) }));
      }),
    ),
  );
  const found = await stores[0]!.read(async (view) => (await view.list<number>({ kind: 'workspaces' })).records.map(({ body }) => body));
  assert.equal(
    found,
    Array.from({ length: 40 }, (_, at) => at),
  );
  await Promise.all(stores.map((store) => store.close()));
});

test('what one process wrote, another reads at once; a process killed while it writes stops nobody', async (database) => {
  const url = await database('kill');
  const rival = fork(writerScript, [url, 'w'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let said = '';
  rival.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (said.split('\n').length < 200) await once(rival.stdout!, 'data');
  const store = await openStore(url);
  const seen = said.split('\n').slice(1, -1);
  assert.is((await store.read((view) => view.getMany('workspaces', seen))).length, seen.length);
  rival.kill('SIGKILL');
  await once(rival, 'close');
  const acknowledged = said.split('\n').slice(1, -1);
  await store.write((tx) => tx.insert(createDraft('after')));
  assert.is((await store.read((view) => view.getMany('workspaces', acknowledged))).length, acknowledged.length);
  const whole = await store.read(async (view) => [
    await view.count({ kind: 'workspaces', linked: [{ kind: 'tags', self: 'from' }] }),
    (await view.listLinks('tags', { to: 'tag-1' })).length,
  ]);
  assert.equal(whole, [(await store.read((view) => view.count({ kind: 'workspaces' }))) - 1, whole[0]], 'units are there whole');
  await store.close();
});

test(
  'a connection lost in the middle of a unit is a clear error without the password, nothing of the unit stays, and ' + 'the next one works',
  async (database) => {
    const url = await database('lost');
    const secret = url.replace('postgres@', 'postgres:hunter2@');
    const store = await openPostgres({ url: secret, poolSize: 3 });
    const { host } = new URL(url);
    const cut = () =>
      queryDatabase(url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'slipway' and datname = 'lost'`);
    const lost = await catchError(
      store.write(async (tx) => {
        await tx.insert(createDraft('half'));
        await cut();
        await tx.insert(createDraft('other'));
      }),
    );
    assert.instance(lost, StoreUnavailable);
    assert.ok(lost.message.startsWith(`PostgreSQL at ${host}/lost cannot be reached (`), lost.message);
    assert.not.match(lost.message, /hunter2/);
    assert.instance(
      await catchError(
        store.read(async (view) => {
          await cut();
          await view.get('workspaces', 'half');
        }),
      ),
      StoreUnavailable,
    );
    await cut();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await store.write((tx) => tx.insert(createDraft('whole')));
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 1);
    await store.close();
  },
);

test('an error of the engine that the work swallows still undoes the unit', async (database) => {
  const url = await database('swallowed');
  const store = await openPostgres({ url });
  await queryDatabase(url, `alter table slipway.records add constraint short check (length(name) < 5)`);
  const thrown = await catchError(
    store.write(async (tx) => {
      await tx.insert(createDraft('a'));
      await tx.insert(createDraft('b', { name: 'too long' })).catch(() => {});
      return 'fine';
    }),
  );
  assert.match(thrown.message, /violates check constraint "short"/);
  assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 0);
  await store.close();
});

test('a database of a newer schema is refused, naming both versions', async (database) => {
  const url = await database('newer');
  await (await openPostgres({ url })).close();
  await queryDatabase(url, `update slipway.meta set value = '99' where key in ('schema', 'oldest-schema')`);
  const { host } = new URL(url);
  assert.is(
    (await catchError(openPostgres({ url }))).message,
    `PostgreSQL at ${host}/newer was written by a newer release: its schema version is 99, this release knows 12. Use ` +
      'the newer release, or another place.',
  );
});

test('what cannot be opened says why, without the password', async (database) => {
  const url = await database('closed');
  const { host, port } = new URL(url);
  const missing = new URL(url);
  missing.pathname = '/nowhere';
  assert.is((await catchError(openStore(missing.href))).message, `PostgreSQL at ${host}/nowhere has no such database: create it (3D000)`);
  assert.is(
    (await catchError(openStore('postgres://ann:hunter2@127.0.0.1:1/x'))).message,
    'PostgreSQL at 127.0.0.1:1/x cannot be reached (ECONNREFUSED)',
  );
  assert.is(
    (await catchError(openStore(`postgres://ann:hunter2@127.0.0.1:${port}/closed`))).message,
    `PostgreSQL at ${host}/closed refuses this user: check user and password (28000)`,
  );
  await queryDatabase(url, 'create role guest login');
  assert.is(
    (await catchError(openStore(`postgres://guest@127.0.0.1:${port}/closed`))).message,
    `PostgreSQL at ${host}/closed gives this user too few rights: it needs to create a schema, or to own the schema slipway (42501)`,
  );
});

all.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
all.run();
