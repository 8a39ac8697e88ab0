/** First pages of short lists among many records, on PostgreSQL: by the numbers that are kept, where that reads less. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { RecordFilter, RecordOrder } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres } from './postgres-bench.ts';
import { countRead } from './rows-read.ts';

const { test, run } = await suiteOnPostgres('pages near the beginning');

const organizations = ['acme'];
const planted = 3000;
const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + ((at * 7919) % 500) * 1000).toISOString();

/** Every second one has a tag, every third one a status. */
const insert = (store: Store, from: number, count: number) =>
  store.write(async (tx) => {
    for (let at = from; at < from + count; at++) {
      const body = { latestChangeAt: timeOf(at), ...(at % 3 === 0 && { currentRun: { status: 'applied', createdAt: timeOf(at + 1) } }) };
      await tx.insert(createDraft(`ws-${at}`, { key: `ws-${at}`, name: `w-${(at * 31) % 700}`, body }));
      if (at % 2 === 0) await tx.link('workspace-tags', `ws-${at}`, 'tag-even');
    }
  }, organizations);

const all: RecordFilter = { kind: 'workspaces', scope: 'acme' };
const even: RecordFilter = { ...all, linked: [{ kind: 'workspace-tags', self: 'from', other: ['tag-even'] }] };
const applied: RecordFilter = { ...all, body: [{ path: 'currentRun.status', is: 'applied' }] };
const byNumber: RecordOrder = { by: 'seq' };
const byName: RecordOrder = { by: 'name', descending: true };
const byChange: RecordOrder = { by: { body: 'latestChangeAt' }, descending: true };

test('are read by number, once the list and the order have been asked for', async ({ store, statements, beside }) => {
  await insert(store, 0, planted);
  for (const table of ['records', 'links', 'record_members']) await beside.query(`vacuum analyze slipway.${table}`);
  const list = (filter: RecordFilter, order: RecordOrder, offset: number) =>
    store.read((view) => view.list(filter, { offset, limit: 20, order }), { organizations });
  const readAt = (filter: RecordFilter, order: RecordOrder, offset = 0) => countRead(beside, () => list(filter, order, offset));
  const listAgain = async (filter: RecordFilter, order: RecordOrder): Promise<void> => {
    for (let times = 0; times < 4; times++) {
      await list(filter, order, 0);
      await sleep(20);
    }
  };
  for (const filter of [even, applied])
    for (const order of [byNumber, byName, byChange]) {
      await listAgain(filter, order);
      assert.equal(
        (await readAt(filter, order, 40)).filter(({ rows }) => rows > 0),
        [{ rows: 20, entries: 0 }],
        JSON.stringify({ filter, order }),
      );
    }

  /** Whether an order was read for a page. */
  const readsOrder = async (): Promise<boolean> => {
    statements.length = 0;
    await list(applied, byChange, 0);
    return statements.some((sql) => sql.includes('json_agg(seq)') && sql.includes('as value'));
  };
  assert.not.ok(await readsOrder());
  // It is kept for 256 moves. After more of them it is read again, but not at once: 3,900 numbers take some 4 ms, so every 390 ms.
  const stopped = performance.now() + 60_000;
  try {
    performance.now = () => stopped;
    await insert(store, planted, 900);
    assert.equal([await readsOrder(), await readsOrder()], [true, false]);
    await insert(store, planted + 900, 900);
    assert.equal([await readsOrder(), await readsOrder()], [false, false]);
    performance.now = () => stopped + 391;
    assert.equal([await readsOrder(), await readsOrder()], [true, false]);
  } finally {
    // It is the prototype's.
    Reflect.deleteProperty(performance, 'now');
  }
  assert.equal((await readAt(applied, byChange)).at(-1), { rows: 20, entries: 0 });
});

test('a count that took long is kept, however few it finds', async ({ store, statements, beside }) => {
  await insert(store, 0, 190);
  const count = () => store.read((view) => view.count(even), { organizations });
  const askTwice = async (): Promise<readonly string[]> => {
    await count();
    await sleep(50);
    statements.length = 0;
    await count();
    return statements.filter((sql) => sql.startsWith('select count('));
  };
  assert.is((await askTwice()).length, 1);
  // The first one has the mark of all organizations made, the second one that of its own.
  for (let times = 0; times < 2; times++) {
    await beside.query('begin');
    await beside.query('lock table slipway.links in access exclusive mode');
    const counting = count();
    await sleep(60);
    await beside.query('commit');
    assert.is(await counting, 95);
    await sleep(50);
  }
  assert.is((await askTwice()).length, 0);
});

run();
