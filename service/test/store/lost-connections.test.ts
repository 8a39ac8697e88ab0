/** Connections to PostgreSQL on which nothing arrives any more, and statements that only take long. */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { catchError, createDraft } from './conformance/new-record.ts';
import { plant, suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('lost connections to PostgreSQL');

/** A proxy between a store and its database. */
const startProxy = async (url: string) => {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const { port, hostname } = new URL(url);
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      if (isOpen) one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own = new URL(url);
  own.port = String((server.address() as { port: number }).port);
  const silence = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return {
    url: own.href,
    /** From now on nothing passes on the connections that there are; new ones work. */
    silence,
    /** Nothing passes at all, and new connections get no answer. */
    cutOff: (): void => {
      isOpen = false;
      silence();
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
};

test('reads that share a lost connection are answered over another one', async ({ url, store }) => {
  await plant(store, 4);
  const proxy = await startProxy(url);
  const behind = await openPostgres({ url: proxy.url, lookAfter: 200 });
  const read = (at: number) => behind.read(async (view) => (await view.get('workspaces', `ws-${at}`))?.id, { brief: true });
  assert.is(await read(0), 'ws-0');
  proxy.silence();
  assert.equal(await Promise.all([0, 1, 2, 3].map(read)), ['ws-0', 'ws-1', 'ws-2', 'ws-3']);
  assert.is(await read(0), 'ws-0');
  await proxy.close();
  await behind.close();
});

test('a write over one fails by name, nothing of it stays, and the next one succeeds', async ({ url, store }) => {
  const proxy = await startProxy(url);
  const behind = await openPostgres({ url: proxy.url, lookAfter: 200 });
  const lost = behind.write(async (tx) => {
    await tx.insert(createDraft('half'));
    proxy.silence();
    await tx.insert(createDraft('other'));
  });
  assert.match((await catchError(lost)).message, /^PostgreSQL at 127\.0\.0\.1:\d+\/shared cannot be reached \(ETIMEDOUT\)$/);
  await behind.write((tx) => tx.insert(createDraft('whole')));
  assert.equal(
    (await store.read((view) => view.list({ kind: 'workspaces' }))).records.map(({ id }) => id),
    ['whole'],
  );
  await proxy.close();
  await behind.close();
});

test('where the database is out of reach, waiting reads fail with the reason', async ({ url }) => {
  const proxy = await startProxy(url);
  const behind = await openPostgres({ url: proxy.url, lookAfter: 200 });
  await behind.read((view) => view.count({ kind: 'workspaces' }));
  proxy.cutOff();
  const told = await catchError(behind.read((view) => view.count({ kind: 'workspaces' })));
  assert.match(told.message, /^PostgreSQL at 127\.0\.0\.1:\d+\/shared cannot be reached \(/);
  await proxy.close();
  await behind.close();
});

test('a statement that takes long, and a unit that waits for another, are left alone', async ({ url, store, beside }) => {
  await plant(store, 1);
  const behind = await openPostgres({ url, lookAfter: 50 });
  await beside.query('begin; lock table slipway.records in access exclusive mode');
  const reading = behind.read((view) => view.count({ kind: 'workspaces' }));
  const writing = behind.write((tx) => tx.insert(createDraft('late')), ['acme']);
  // As long as several looks take.
  await delay(600);
  await beside.query('commit');
  assert.is(await reading, 1);
  assert.is((await writing).id, 'late');
  await behind.close();
});

run();
