/** Pages far from the beginning of a list have what a walk through it has, and cost the database what the first page costs. */
import pg from 'pg';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { RecordFilter, RecordOrder } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { startPostgres } from '@slipway/test-support/postgres';
import { numbers } from '@slipway/test-support/seed';
import { changeItems, filtersOf, plantItems } from './histories/items.ts';
import { countRead } from './rows-read.ts';

const pages = suite('pages far from the beginning');
const server = await startPostgres();
pages.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const planted = 2600;
const organizations = ['acme'];
const orders: readonly RecordOrder[] = [
  { by: 'seq' },
  { by: 'seq', descending: true },
  { by: 'name' },
  { by: 'name', descending: true },
  { by: { body: 'none' } },
];
const offsets = [1000, 1300, 1301, 2079, 2590, 2599, 2600, 5000];

const comparePages = async (store: Store, filter: RecordFilter, order: RecordOrder, told: string): Promise<void> => {
  const [whole, ...found] = await store.read(
    async (view) => [
      await view.list(filter, { offset: 0, limit: 9000, order }),
      ...(await Promise.all(offsets.map((offset) => view.list(filter, { offset, limit: 20, order })))),
    ],
    { organizations },
  );
  for (const [at, offset] of offsets.entries()) {
    const expected = whole!.records.slice(offset, offset + 20).map(({ id }) => id);
    const message = `${told}, ${JSON.stringify({ filter, order, offset })}`;
    assert.equal(
      found[at]!.records.map(({ id }) => id),
      expected,
      message,
    );
    assert.is(found[at]!.total, whole!.records.length, message);
  }
};

/** Until the marks are made, or the numbers are read, that the first list asked for. */
const settle = async (): Promise<void> => {
  await sleep(20);
  for (let turn = 0; turn < 100; turn++) await nextTurn();
};

const compareAll = async (store: Store): Promise<void> => {
  const draw = numbers();
  for (let round = 0; round < 4; round++) {
    for (const filter of filtersOf('acme')) for (const order of orders) await comparePages(store, filter, order, `round ${round}`);
    await settle();
    for (let at = 0; at < 10; at++)
      await store.write((tx) => changeItems(tx, 'acme', `new-${round}-${at}`, draw, planted), organizations).catch(() => {});
  }
};

pages('have what the whole list has, on SQLite', async () => {
  const store = openSqlite({ memory: true });
  await store.write((tx) => plantItems(tx, 'acme', planted));
  await compareAll(store);
  await store.close();
});

/** The statements of one list that ask for records, without their columns. */
const listing = (statements: readonly string[]): readonly string[] =>
  statements.filter((sql) => sql.includes('"body"')).map((sql) => sql.replace(/^.* from /s, ''));

pages('are asked for by number where numbers are kept, on SQLite', async () => {
  const statements: string[] = [];
  const store = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql) });
  await store.write((tx) => plantItems(tx, 'acme', planted));
  const [items] = filtersOf('acme') as [RecordFilter];
  const list = () => store.read((view) => view.list(items, { offset: 2500, limit: 20 }));
  await list();
  await settle();
  await store.write((tx) => tx.delete('items', 'item-acme-0'));
  statements.length = 0;
  const { records, total } = await list();
  assert.equal([records[0]!.id, records.length, total], ['item-acme-2501', 20, 2599]);
  assert.equal(listing(statements), ['json_each(?)) order by "r"."seq" asc']);
  await store.close();
});

const onPostgres = (name: string, run: (store: Store, beside: pg.Client) => Promise<void>): void => {
  if (typeof server === 'string') {
    skipWithReason(pages, server)(name, () => {});
    return;
  }
  pages(name, async () => {
    const { url } = await server.database('deep');
    const store = openPostgres({ url });
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    try {
      await (await store).write((tx) => plantItems(tx, 'acme', planted));
      await beside.query('vacuum analyze slipway.records; ').then(() => beside.query('vacuum analyze slipway.links'));
      await run(await store, beside);
    } finally {
      await beside.end();
      await (await store).close();
    }
  });
};

onPostgres('have what the whole list has, on PostgreSQL', (store) => compareAll(store));

onPostgres('have what their own snapshot has, where another list has followed a later write', async (store) => {
  const [items] = filtersOf('acme') as [RecordFilter];
  const list = (offset: number) => store.read((view) => view.list(items, { offset, limit: 1 }), { organizations });
  for (let tries = 0; tries < 3; tries++) {
    await list(2000);
    await settle();
  }
  const found = await store.read(
    async (view) => {
      const before = await view.list(items, { offset: 1000, limit: 1 });
      await store.write((tx) => tx.delete('items', 'item-acme-0'), organizations);
      return [before, await list(1000), await view.list(items, { offset: 1001, limit: 1 })];
    },
    { organizations },
  );
  assert.equal(
    found.map(({ records, total }) => [records[0]!.id, total]),
    [
      ['item-acme-1000', 2600],
      ['item-acme-1001', 2599],
      ['item-acme-1001', 2600],
    ],
  );
});

onPostgres('read as many rows of PostgreSQL as the first page, whatever the filter and the order', async (store, beside) => {
  const [items, , blue, , notRed] = filtersOf('acme') as [RecordFilter, RecordFilter, RecordFilter, RecordFilter, RecordFilter];
  const readAt = (filter: RecordFilter, offset: number, order: RecordOrder) =>
    countRead(beside, () => store.read((view) => view.list(filter, { offset, limit: 20, order }), { organizations }));
  for (const filter of [items, blue, notRed]) {
    for (let tries = 0; tries < 3; tries++) {
      await readAt(filter, 2000, { by: 'seq' });
      await settle();
    }
    for (const offset of [1000, 2000])
      for (const descending of [false, true])
        assert.equal(
          await readAt(filter, offset, { by: 'seq', descending }),
          [{ rows: 20, entries: 0 }],
          JSON.stringify({ filter, offset }),
        );
  }
  // In the order of names they are passed over in the index, from the nearer end; whoever asks again has the order read, and kept.
  assert.equal(await readAt(items, 2000, { by: 'name' }), [{ rows: 20, entries: 600 }]);
  await readAt(items, 1000, { by: 'name' });
  for (const offset of [1000, 1290, 2580])
    assert.equal(await readAt(items, offset, { by: 'name', descending: true }), [{ rows: 20, entries: 0 }], `by name from ${offset} on`);
});

onPostgres('of what few records have a link to are read no further than the page goes', async (store, beside) => {
  await store.write(async (tx) => {
    for (let at = 0; at < 900; at++) await tx.link('item-tags', `item-acme-${at * 2}`, 'acme-rare');
  });
  const rare: RecordFilter = { kind: 'items', scope: 'acme', linked: [{ kind: 'item-tags', self: 'from', other: ['acme-rare'] }] };
  const both: RecordFilter = { ...rare, linked: [{ kind: 'item-tags', self: 'from', other: ['acme-blue'] }, ...rare.linked!] };
  const read = (filter: RecordFilter) =>
    countRead(beside, () => store.read((view) => view.list(filter, { offset: 0, limit: 20, order: { by: 'seq' } }), { organizations }));
  // The table's statistics are those before the links: the plan does not depend on them.
  const [page] = (await read(rare)).filter(({ rows }) => rows > 0);
  assert.equal(page, { rows: 20, entries: 20 });
  const [ofBoth] = (await read(both)).filter(({ rows }) => rows > 0);
  assert.equal(ofBoth, { rows: 25, entries: 50 });
});

pages.run();
