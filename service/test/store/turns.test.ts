import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import type { NewRecord, Store, Transaction } from '../../src/store/store.ts';

const Turns = suite('embedded store, the turns that other work of the process has');
let store: Store;
Turns.before.each(async () => {
  store = await openStore('memory');
});
Turns.after.each(async () => {
  await store.close();
});

const draft = (id: string): NewRecord => ({ id, kind: 'things', scope: 'acme', key: id, name: id, body: {} });

/** The longest time on the processor between two turns of the event loop while the work goes on, in milliseconds. */
const measureLongestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [running, longest] = [true, 0];
  const watching = (async () => {
    for (let before = process.cpuUsage(); running; before = process.cpuUsage()) {
      await new Promise(setImmediate);
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  await work();
  running = false;
  await watching;
  return longest;
};

const insertMany = async (tx: Transaction, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await tx.insert(draft(`a-${index}`));
};

Turns('one unit of 20,000 statements gives them', async () => {
  const began = process.cpuUsage();
  const longest = await measureLongestTurn(() => store.write((tx) => insertMany(tx, 20_000)));
  const { user, system } = process.cpuUsage(began);
  const whole = (user + system) / 1000;
  assert.ok(longest < whole / 4, `one turn took ${longest} of ${whole} ms`);
});

Turns('deleting the whole content of a store takes turns, too', async () => {
  await store.write((tx) => insertMany(tx, 20_000));
  const began = process.cpuUsage();
  const longest = await measureLongestTurn(() => store.clear());
  const { user, system } = process.cpuUsage(began);
  const whole = (user + system) / 1000;
  assert.ok(longest < whole / 2, `one turn took ${longest} of ${whole} ms`);
  assert.is(await store.read((view) => view.count({ kind: 'things' })), 0);
});

Turns('while a unit waits, no read sees half of it, no other unit writes, and its order stays', async () => {
  const events: string[] = [];
  const first = store
    .write(async (tx) => {
      await insertMany(tx, 3000);
      // Side by side: stored in the order in which they are given.
      await Promise.all(Array.from({ length: 3000 }, (_, index) => tx.insert(draft(`b-${index}`))));
    })
    .then(() => events.push('written'));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const second = store.write((tx) => tx.insert(draft('z'))).then(() => events.push('written after'));
  const read = store.read(async (view) => {
    events.push(`read ${await view.count({ kind: 'things' })}`);
    const { records } = await view.list({ kind: 'things' });
    assert.equal(
      records.slice(3000, 6000).map(({ id }) => id),
      Array.from({ length: 3000 }, (_, index) => `b-${index}`),
    );
  });
  await Promise.all([first, second, read]);
  assert.ok(['read 6000', 'read 6001'].includes(events.find((event) => event.startsWith('read'))!), events.join());
  assert.ok(events.indexOf('written') < events.indexOf('written after'), events.join());
});

Turns.run();
