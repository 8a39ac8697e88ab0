/** Random concurrent histories over one PostgreSQL, held against units of work that follow one another. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Store } from '../../src/store/store.ts';
import { bundleScripts } from '@slipway/test-support/bundled-scripts';
import { createDatabaseTest } from '@slipway/test-support/database-test';
import { startPostgres } from '@slipway/test-support/postgres';
import { schedule, torture } from '@slipway/test-support/scale';
import { numbers, seed } from '@slipway/test-support/seed';
import { checkHistory } from './histories/check-history.ts';
import { type Event, plantAccounts, runClient } from './histories/client.ts';

const server = await startPostgres();
const histories = suite('histories of writes');
const test = createDatabaseTest(histories, server);

const { clients, units } = schedule({ clients: 4, units: 25 }, { clients: 16, units: 400 });

const runInProcesses = async (url: string): Promise<readonly Event[]> => {
  const [script] = bundleScripts(join(import.meta.dirname, 'histories/process.ts'));
  const started = [1, 2, 3].map((at) => fork(script, [url, `p${at}`, String(seed + at * 1000), String(clients), String(units)]));
  await Promise.all(started.map((child) => once(child, 'message')));
  const told = started.map(async (child) => (await once(child, 'message'))[0] as readonly Event[]);
  for (const child of started) child.send('go');
  return (await Promise.all(told)).flat();
};

/** As in processes of their own, which only the long schedule starts: each store has its connections and its queues. */
const runInStores = async (url: string): Promise<readonly Event[]> => {
  const stores = await Promise.all([1, 2, 3].map(() => openPostgres({ url, poolSize: 6 })));
  const running = stores.flatMap((store, at) =>
    Array.from({ length: clients }, (_, client) => runClient(store, `p${at}-${client}`, numbers(seed + at * 1000 + client), units)),
  );
  const events = (await Promise.all(running)).flat();
  await Promise.all(stores.map((store) => store.close()));
  return events;
};

test('of three processes are those of one after the other', async (url) => {
  const store = await openPostgres({ url });
  await plantAccounts(store);
  const events = await (torture ? runInProcesses : runInStores)(url);
  assert.is(events.length, 3 * clients * units);
  checkHistory(events);
  await store.close();
});

histories('histories of one process on SQLite are linearizable, too', async () => {
  const store = openSqlite({ memory: true });
  await plantAccounts(store);
  const running = Array.from({ length: clients }, (_, at) => runClient(store, `c${at}`, numbers(seed + at), units));
  checkHistory((await Promise.all(running)).flat());
  await store.close();
});

/** Begins a unit that stays open until it is let go. */
const holdOpen = async (store: Store, organizations: readonly string[] | undefined) => {
  let [letGo, began] = [(): void => {}, (): void => {}];
  const isOpen = new Promise<void>((resolve) => (began = resolve));
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const over = store.write(async (tx) => {
    await tx.count({ kind: 'accounts' });
    began();
    await held;
  }, organizations);
  await isOpen;
  return { letGo: () => letGo(), over };
};

test('a unit waits for those of its organization and for no others', async (url) => {
  const [mine, other] = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
  const open = await holdOpen(mine, ['acme']);
  for (const store of [mine, other]) await store.write((tx) => tx.link('done', 'by', 'globex'), ['globex']);
  const order: string[] = [];
  const waiting = [
    other.write((tx) => tx.link('done', 'by', 'acme'), ['globex', 'acme']).then(() => order.push('acme')),
    other.write((tx) => tx.link('done', 'by', 'all')).then(() => order.push('all')),
  ];
  await mine.read((view) => view.count({ kind: 'accounts' }));
  // As long as two units of the other organization took, and more.
  for (let at = 0; at < 20; at++) await mine.read((view) => view.count({ kind: 'accounts' }));
  assert.equal(order, []);
  open.letGo();
  await open.over;
  await Promise.all(waiting);
  assert.equal(order.toSorted(), ['acme', 'all']);
  await Promise.all([mine.close(), other.close()]);
});

histories.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
histories.run();
