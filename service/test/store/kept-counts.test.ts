/** Counts of lists on PostgreSQL are kept until any process writes in their organization. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { RecordFilter } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { numbers } from '@slipway/test-support/seed';
import { createDraft } from './conformance/new-record.ts';
import { changeItems, filtersOf, plantItems, withHome } from './histories/items.ts';
import { plant, suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('kept counts');

const workspaces: RecordFilter = { kind: 'workspaces', scope: 'acme' };
const even: RecordFilter = { ...workspaces, linked: [{ kind: 'tags', self: 'from', other: ['even'] }] };

/** How many records a page says that there are, for a caller of these organizations. */
const countAll = async (store: Store, filter = workspaces, organizations = ['acme']): Promise<number> =>
  (await store.read((view) => view.list(filter, { offset: 0, limit: 1 }), { organizations })).total;

/** Lists until the count is kept: the first list has the marks made by which that is possible. */
const keep = async (store: Store, statements: readonly string[], filter = workspaces): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const before = countCounts(statements);
    await countAll(store, filter);
    if (countCounts(statements) === before) return;
    assert.ok(tries < 100, 'the count is never kept');
    await sleep(20);
  }
};
/** Whether a list is counted. Whether few records have a tag is asked by another statement. */
const isCounting = (sql: string): boolean => /^select count\(\*\) as "?total"? from (?!\(select 1 )/.test(sql);
const countCounts = (statements: readonly string[]): number => statements.filter(isCounting).length;

test('counts are forgotten with connections that the database ended: it may have lost what they were counted in', async (parts) => {
  const { store, statements, beside } = parts;
  await plant(store, 600);
  await keep(store, statements);
  await beside.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'slipway'`);
  // The connections learn of it in their own time.
  while ((await beside.query(`select from pg_stat_activity where application_name = 'slipway'`)).rowCount! > 0) await sleep(10);
  await sleep(50);
  const before = countCounts(statements);
  assert.is(await countAll(store), 600);
  assert.is(countCounts(statements), before + 1);
});

test('a list is counted once, until something of its organization is written', async ({ url, store, statements }) => {
  await plant(store, 600);
  const other = await openPostgres({ url });
  const changes: readonly [what: string, total: number, tagged: number, change: () => Promise<unknown>][] = [
    ['a record', 601, 600, () => other.write((tx) => tx.insert(createDraft('more')), ['acme'])],
    ['a link', 601, 601, () => other.write((tx) => tx.link('tags', 'more', 'even'), ['acme'])],
    ['a link that is gone', 601, 600, () => other.write((tx) => tx.unlink('tags', 'more', 'even'), ['globex', 'acme'])],
    ['a unit that writes anywhere', 600, 600, () => other.write((tx) => tx.delete('workspaces', 'more'))],
    ['this process', 599, 599, () => store.write((tx) => tx.delete('workspaces', 'ws-7'), ['acme'])],
  ];
  for (const [what, total, tagged, change] of changes) {
    await keep(store, statements);
    await keep(store, statements, even);
    await change();
    assert.equal([await countAll(store), await countAll(store, even)], [total, tagged], what);
  }
  await other.close();
});

/** A list that is counted anew, or whose records are read to be counted. */
const listCounting = (statements: readonly string[]): readonly string[] =>
  statements.filter((sql) => isCounting(sql) || sql.includes('bit_or('));

test('what is listed after a write is not counted again, whatever was written, and by whom', async ({ url, store, statements }) => {
  const sent: string[] = [];
  const other = await openPostgres({ url, observeStatement: (sql) => sent.push(sql) });
  await store.write((tx) => plantItems(tx, 'acme', 900));
  const counting = await openPostgres({ url });
  const tally = (one: Store, options?: object) =>
    one.read(
      (view) => Promise.all(filtersOf('acme').map(async (filter) => (await view.list(filter, { offset: 0, limit: 1 })).total)),
      options,
    );
  const draw = numbers();
  for (let at = 0; at < 20; at++) {
    const writer = draw(2) === 0 ? store : other;
    const units = Array.from({ length: 1 + draw(3) }, (_, unit) =>
      writer.write((tx) => changeItems(tx, 'acme', `new-${at}-${unit}`, draw, 900), [['acme'], ['acme', 'globex']][draw(2)]),
    );
    await Promise.all(units);
    // The first lists have the marks made, and the second ones read the numbers of what they count.
    if (at === 8) for (const list of [statements, sent]) list.length = 0;
    const counted = await tally(counting);
    for (const one of [store, other]) assert.equal(await tally(one, { organizations: ['acme'] }), counted, `after ${at} writes`);
    await sleep(1);
  }
  assert.equal([listCounting(statements), listCounting(sent)], [[], []]);
  await Promise.all([other.close(), counting.close()]);
});

test('what is written without a word about its records is counted again', async ({ url, store, statements, beside }) => {
  await plant(store, 600);
  for (let at = 0; at < 4; at++) {
    await store.write((tx) => tx.insert(createDraft(`more-${at}`)), ['acme']);
    await keep(store, statements);
  }
  // As the release before writes, which moves the marks and has no table of changes.
  const marks = `update slipway.meta set value = txid_current()::text where key like 'writes %'`;
  await beside.query(`begin; ${marks}; delete from slipway.records where id = 'ws-3'; commit`);
  statements.length = 0;
  assert.is(await countAll(store), 603);
  assert.is(listCounting(statements).length, 1);
  await store.write((tx) => tx.insert(createDraft('last')), ['acme']);
  assert.is(await countAll(store), 604);
  assert.is(listCounting(statements).length, 1);
  // Whoever replaces everything says of no record that it is gone.
  const other = await openPostgres({ url });
  await other.clear();
  await plant(other, 510);
  await other.close();
  assert.is(await countAll(store), 510);
});

test('what links of other records decide follows them', async ({ store }) => {
  const count = (): Promise<number> => store.read((view) => view.count(withHome('acme')), { organizations: ['acme'] });
  await store.write((tx) => plantItems(tx, 'acme', 900), ['acme']);
  for (let at = 0; at < 3; at++) {
    await store.write((tx) => tx.link('tag-homes', 'acme-blue', 'acme-home'), ['acme']);
    // Counted twice, it would be kept.
    for (let again = 0; again < 3; again++) {
      assert.is(await count(), 720);
      await sleep(1);
      await store.write(
        (tx) => tx.insert({ id: `item-${at}-${again}`, kind: 'items', scope: 'acme', key: `item-${at}-${again}`, name: '', body: 0 }),
        ['acme'],
      );
    }
    await store.write((tx) => tx.unlink('tag-homes', 'acme-blue', 'acme-home'), ['acme']);
    assert.is(await count(), 0);
  }
});

test('what is written in other organizations has nothing counted again', async ({ store, statements }) => {
  await plant(store, 600);
  await keep(store, statements);
  const before = countCounts(statements);
  await store.write((tx) => tx.insert(createDraft('other', { scope: 'globex' })), ['globex']);
  assert.is(await countAll(store), 600);
  assert.is(countCounts(statements), before);
});

test('a snapshot that began before a write has its own count', async ({ store, statements }) => {
  await plant(store, 600);
  await keep(store, statements);
  const seen = await store.read(
    async (view) => {
      const first = await view.get('workspaces', 'ws-1');
      await store.write((tx) => tx.insert(createDraft('more')), ['acme']);
      await countAll(store);
      return [first?.id, (await view.list(workspaces, { offset: 0, limit: 1 })).total];
    },
    { organizations: ['acme'] },
  );
  assert.equal(seen, ['ws-1', 600]);
  assert.is(await countAll(store), 601);
});

test('of an invalid scope of the organizations, and of few records, nothing is kept', async ({ store, statements, beside }) => {
  await plant(store, 600);
  for (let at = 0; at < 3; at++) assert.is(await countAll(store, workspaces, ['globex']), 600);
  const few = await Promise.all(
    [1, 2].map((at) => store.write((tx) => tx.insert(createDraft(`few-${at}`, { kind: 'projects' })), ['acme'])),
  );
  assert.is(few.length, 2);
  for (let at = 0; at < 3; at++) assert.is(await countAll(store, { kind: 'projects', scope: 'acme' }), 2);
  assert.is(countCounts(statements), 6);
  assert.is((await beside.query(`select from slipway.meta where key like 'writes%'`)).rowCount, 0);
});

run();
