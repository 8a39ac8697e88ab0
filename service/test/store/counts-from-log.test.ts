/** Counts of lists on SQLite follow what is written. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { RecordFilter } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { numbers } from '@slipway/test-support/seed';
import { changeItems, filtersOf, plantItems, withHome } from './histories/items.ts';

const test = suite('kept counts on SQLite');

const open = (): { readonly store: Store; readonly statements: string[] } => {
  const statements: string[] = [];
  return { store: openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql) }), statements };
};
const filters: readonly RecordFilter[] = [
  ...filtersOf('acme'),
  { kind: 'items', scope: 'acme', nameLike: 'item *' },
  { kind: 'items', scope: 'acme', seq: { after: 100 }, linked: [{ kind: 'item-tags', self: 'from', other: ['acme-blue'] }] },
];
const tally = (store: Store): Promise<readonly number[]> =>
  store.read((view) => Promise.all(filters.map(async (filter) => (await view.list(filter, { offset: 0, limit: 1 })).total)));
/** What the lists have, record by record. */
const countRecords = (store: Store): Promise<readonly number[]> =>
  store.read((view) => Promise.all(filters.map(async (filter) => (await view.list(filter)).records.length)));
/** Until the numbers of the records that are counted were read in the background. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn++) await nextTurn();
};
/** Whether a list is counted. Whether few records have a tag is asked by another statement. */
const isCounting = (sql: string): boolean => /^select count\(\*\) as "?total"? from (?!\(select 1 )/.test(sql);

test('what is listed after a write is not counted again, and has the records that it says', async () => {
  const { store, statements } = open();
  await store.write((tx) => plantItems(tx, 'acme', 900));
  const draw = numbers();
  for (let at = 0; at < 60; at++) {
    const units = Array.from({ length: 1 + draw(3) }, (_, unit) =>
      store.write((tx) => changeItems(tx, 'acme', `new-${at}-${unit}`, draw, 900)).catch(() => {}),
    );
    await Promise.all(units);
    assert.equal(await tally(store), await countRecords(store), `after ${at} writes`);
    await settle();
    if (at === 20) statements.length = 0;
  }
  assert.equal(statements.filter(isCounting), []);
  await store.close();
});

test('what is written while numbers are read is counted', async () => {
  const { store } = open();
  await store.write((tx) => plantItems(tx, 'acme', 900));
  const draw = numbers();
  for (let at = 0; at < 60; at++) {
    await Promise.all([
      tally(store),
      ...Array.from({ length: 3 }, (_, unit) => store.write((tx) => changeItems(tx, 'acme', `new-${at}-${unit}`, draw, 900))),
    ]);
    assert.equal(await tally(store), await countRecords(store), `after ${at} writes`);
  }
  await store.close();
});

test('what a unit that is undone has counted, nobody else counts', async () => {
  const { store } = open();
  await store.write((tx) => plantItems(tx, 'acme', 900));
  const undone = (): Promise<unknown> =>
    store.write(async (tx) => {
      for (const id of ['item-acme-1', 'item-acme-2']) await tx.delete('items', id);
      assert.is(await tx.count(filters[0]!), 898);
      throw new Error('undone');
    });
  for (let at = 0; at < 4; at++) {
    await tally(store);
    const update = (): Promise<unknown> =>
      store.write(async (tx) => tx.update((await tx.get('items', 'item-acme-3'))!, { body: at, name: `name ${at}` }));
    await Promise.allSettled([update(), undone(), update()]);
    assert.equal(await tally(store), await countRecords(store));
    assert.is((await tally(store))[0], 900);
    await settle();
  }
  await store.close();
});

test('a tag that is deleted, and all that is cleared, leave no count as it was', async () => {
  const { store } = open();
  await store.write((tx) => plantItems(tx, 'acme', 900));
  for (const change of [
    () => store.write((tx) => tx.delete('items', 'item-acme-1')),
    () => store.write((tx) => tx.delete('tags', 'acme-blue')),
    () => store.clear(),
  ]) {
    await tally(store);
    await change();
    assert.equal(await tally(store), await countRecords(store));
    await settle();
  }
  assert.equal(new Set(await tally(store)), new Set([0]));
  await store.close();
});

test('what links of other records decide follows them', async () => {
  const { store } = open();
  const count = (): Promise<number> => store.read((view) => view.count(withHome('acme')));
  await store.write((tx) => plantItems(tx, 'acme', 900), ['acme']);
  for (let at = 0; at < 3; at++) {
    await store.write((tx) => tx.link('tag-homes', 'acme-blue', 'acme-home'), ['acme']);
    // Counted twice, it would be kept.
    for (let again = 0; again < 3; again++) {
      assert.is(await count(), 720);
      await settle();
      await store.write(
        (tx) => tx.insert({ id: `item-${at}-${again}`, kind: 'items', scope: 'acme', key: `item-${at}-${again}`, name: '', body: 0 }),
        ['acme'],
      );
    }
    await store.write((tx) => tx.unlink('tag-homes', 'acme-blue', 'acme-home'), ['acme']);
    assert.is(await count(), 0);
  }
  await store.close();
});

test('numbers are not read by a store that is closed meanwhile', async () => {
  const { store } = open();
  await store.write((tx) => plantItems(tx, 'acme', 900));
  await tally(store);
  await store.write((tx) => tx.delete('items', 'item-acme-1'));
  await tally(store);
  await store.close();
  await settle();
});

test.run();
