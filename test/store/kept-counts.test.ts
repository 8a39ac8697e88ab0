/** Counts of lists on PostgreSQL are kept until something of their organization is written, by whichever process. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/service/store/postgres/open-postgres.ts';
import type { RecordFilter, Store } from '../../src/service/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
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
const countCounts = (statements: readonly string[]): number => statements.filter((sql) => sql.startsWith('select count(*)')).length;

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

test('of a scope that is none of the organizations, and of few records, nothing is kept', async ({ store, statements, beside }) => {
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
