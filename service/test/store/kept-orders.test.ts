/** Kept orders: a page by numbers equals that of a complete sort, whatever has moved since the order was read. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { RecordFilter, RecordOrder } from '../../src/store/record-filter.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { startPostgres } from '@slipway/test-support/postgres';
import { numbers } from '@slipway/test-support/seed';
import { countRead } from './rows-read.ts';

const orders = suite('orders that are kept');
const server = await startPostgres();
orders.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

const organizations = ['acme'];
const planted = 3000;
const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + ((at * 7919) % 500) * 1000).toISOString();
/** Of 500 times, so that many have the same. */
const bodyOf = (at: number) => ({
  latestChangeAt: timeOf(at),
  currentRun: at % 9 === 0 ? null : { status: 'applied', createdAt: timeOf(at + 1) },
});
const insert = async (tx: Transaction, at: number): Promise<void> => {
  const [id, name] = [`ws-${at}`, `w-${(at * 31) % 700}`];
  await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: id, name, body: bodyOf(at) });
  if (at % 2 === 0) await tx.link('workspace-tags', id, 'tag-even');
};
const plant = (store: Store) =>
  store.write(async (tx) => {
    for (let at = 0; at < planted; at++) await insert(tx, at);
  }, organizations);

const all: RecordFilter = { kind: 'workspaces', scope: 'acme' };
const even: RecordFilter = { ...all, linked: [{ kind: 'workspace-tags', self: 'from', other: ['tag-even'] }] };
const applied: RecordFilter = { ...all, body: [{ path: 'currentRun.status', is: 'applied' }] };
const byName: RecordOrder = { by: 'name' };
const byChange: RecordOrder = { by: { body: 'latestChangeAt' }, descending: true };
const byRun: RecordOrder = { by: { body: 'currentRun.createdAt', absentLast: true } };

const settle = async (): Promise<void> => {
  await sleep(20);
  for (let turn = 0; turn < 100; turn++) await nextTurn();
};

/** Created, renamed, changed, tagged, untagged and deleted. */
const change = (store: Store, round: number, draw: (below: number) => number) =>
  store.write(async (tx) => {
    for (let at = 0; at < 12; at++) {
      const workspace = await tx.get('workspaces', `ws-${draw(planted)}`);
      if (!workspace) continue;
      if (at % 4 === 0) await tx.update(workspace, { body: workspace.body, name: `w-${draw(700)}` });
      else if (at % 4 === 1) await tx.update(workspace, { body: bodyOf(draw(planted)) });
      else if (at % 4 === 2) await tx.unlink('workspace-tags', workspace.id, 'tag-even');
      else await tx.delete('workspaces', workspace.id);
    }
    await insert(tx, planted + round);
  }, organizations);

/** Each page has what the whole list has there; after several writes, and by all of them when the order was read. */
const comparePages = async (store: Store, writer: Store): Promise<void> => {
  const draw = numbers();
  for (let round = 0; round < 4; round++) {
    for (const filter of [all, even, applied])
      for (const order of [byName, byChange, byRun])
        for (const descending of [false, true]) {
          const list = (offset: number, limit: number) =>
            store.read((view) => view.list(filter, { offset, limit, order: { ...order, descending } }), { organizations });
          const expected = (await list(0, 5000)).records.map(({ id }) => id);
          for (const offset of [0, 40, 140, 1010, 1240, 2990]) {
            const { records, total } = await list(offset, 100);
            const told = JSON.stringify({ round, filter, order, descending, offset });
            assert.equal(
              records.map(({ id }) => id),
              expected.slice(offset, offset + 100),
              told,
            );
            assert.is(total, expected.length, told);
          }
        }
    await settle();
    await change(writer, round, draw);
  }
};

orders('have what the whole list has after every write, on SQLite', async () => {
  const store = openSqlite({ memory: true });
  await plant(store);
  await comparePages(store, store);
  await store.close();
});

const openObserved = async () => {
  const statements: string[] = [];
  const store = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql.replaceAll(/\s+/g, ' ')) });
  await plant(store);
  /** What reads records, without their columns, and what reads orders, which may come earlier. */
  const listPage = async (filter: RecordFilter, order: RecordOrder): Promise<readonly string[]> => {
    statements.length = 0;
    await store.read((view) => view.list(filter, { offset: 1200, limit: 20, order }));
    await settle();
    return statements
      .filter((sql) => sql.includes('"body"') || sql.includes('as last'))
      .map((sql) => (sql.includes('as last') ? 'then an order is read' : sql.replace(/^.*? from /, '')))
      .toSorted();
  };
  return { store, listPage };
};

orders('a page is asked for by number, and sorted by itself, on SQLite', async () => {
  const { store, listPage } = await openObserved();
  assert.is((await listPage(even, byName)).at(-1), 'then an order is read');
  const byNumber = '"records" as "r" where "r"."seq" in (select value from json_each(?)) order by "r"."folded" asc, "r"."seq" asc';
  assert.equal(await listPage(even, byName), [byNumber]);
  // It serves other filters and the other direction as well.
  await listPage(applied, byRun);
  assert.equal(await listPage(applied, { ...byName, descending: true }), [byNumber.replaceAll(' asc', ' desc')]);
  await store.close();
});

orders('a record that has moved is sorted with the page, and many have the order read again, on SQLite', async () => {
  const { store, listPage } = await openObserved();
  await listPage(even, byName);
  const rename = (from: number, count: number) =>
    store.write(async (tx) => {
      for (let at = from; at < from + count; at++) {
        const workspace = (await tx.get('workspaces', `ws-${at}`))!;
        await tx.update(workspace, { body: workspace.body, name: `a-${at}` });
      }
    });
  await rename(0, 1);
  const moved =
    '"records" as "r" where "r"."seq" in (select value from json_each(?)) order by "r"."folded" asc, "r"."seq" asc limit ? offset ?';
  assert.equal(await listPage(even, byName), [moved]);
  await rename(0, 257);
  assert.equal(await listPage(even, byName), [moved, 'then an order is read']);
  assert.equal(await listPage(even, byName), [moved.replace(' limit ? offset ?', '')]);
  await store.close();
});

const onPostgres = (name: string, run: (store: Store, rival: Store, beside: pg.Client) => Promise<void>): void => {
  if (typeof server === 'string') return void skipWithReason(orders, server)(name, () => {});
  orders(name, async () => {
    const { url } = await server.database('orders');
    const [store, rival] = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    try {
      await plant(store);
      for (const table of ['records', 'links', 'record_members']) await beside.query(`vacuum analyze slipway.${table}`);
      await run(store, rival, beside);
    } finally {
      await beside.end();
      await Promise.all([store.close(), rival.close()]);
    }
  });
};

onPostgres('have what the whole list has after every write of another process, on PostgreSQL', (store, rival) =>
  comparePages(store, rival),
);

/** Until the marks are made, and the numbers and the order are kept. */
const listAgain = async (list: () => Promise<unknown>): Promise<void> => {
  for (let times = 0; times < 4; times++) {
    await list();
    await settle();
  }
};

onPostgres('a page is read by number whatever the filter and the order, on PostgreSQL', async (store, rival, beside) => {
  const readAt = (filter: RecordFilter, offset: number, order: RecordOrder) =>
    countRead(beside, () => store.read((view) => view.list(filter, { offset, limit: 20, order }), { organizations }));
  for (const filter of [all, even, applied])
    for (const order of [byName, byChange, byRun]) {
      await listAgain(() => readAt(filter, 1300, order));
      for (const offset of [1000, 1300]) {
        const told = JSON.stringify({ filter, order, offset });
        assert.equal(
          (await readAt(filter, offset, order)).filter(({ rows }) => rows > 0),
          [{ rows: 20, entries: 0 }],
          told,
        );
      }
    }
  // More writes than counts remember: the order is not read again, and the new ones are sorted with the page.
  for (let at = 0; at < 20; at++) {
    await rival.write((tx) => insert(tx, planted + at), organizations);
    const read = await readAt(even, 1300, byName);
    const added = Math.floor(at / 2) + 1;
    // What was written is looked at, and then the page is read.
    assert.equal([read.length, read.at(-1)], [2, { rows: 20 + 2 * added, entries: 0 }], `after ${at + 1} writes`);
  }
  // So many that the order is read again.
  await rival.write(async (tx) => {
    for (let at = 20; at < 600; at++) await insert(tx, planted + at);
  }, organizations);
  assert.equal((await readAt(even, 1300, byName)).at(-1), { rows: 20, entries: 0 });
});

onPostgres('have what their own snapshot has, where the order was read in a later one', async (store, rival) => {
  const page = { offset: 1200, limit: 2, order: byName };
  const list = () => store.read((view) => view.list(even, page), { organizations });
  await listAgain(list);
  const [before, during, after] = await store.read(
    async (view) => {
      const first = await view.list(even, page);
      await rival.write(async (tx) => {
        for (let at = 0; at < 600; at += 2) await tx.delete('workspaces', `ws-${at}`);
      }, organizations);
      return [first, await view.list(even, page), await list()];
    },
    { organizations },
  );
  assert.equal(
    [before!, during!, after!].map(({ records, total }) => [records.map(({ id }) => id).join(' '), total]),
    [
      ['ws-200 ws-900', 1500],
      ['ws-200 ws-900', 1500],
      ['', 1200],
    ],
  );
});

orders.run();
