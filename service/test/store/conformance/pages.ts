import * as assert from 'uvu/assert';
import type { RecordOrder } from '../../../src/store/record-filter.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createDraft, listIds, catchError } from './new-record.ts';

const ordered = async (store: Store, order: RecordOrder) =>
  listIds(await store.read((view) => view.list({ kind: 'workspaces' }, { offset: 0, limit: 100, order }))).join(' ');

// oxlint-disable-next-line max-lines-per-function -- a list of tests
export const pages: Register = (test) => {
  test('the default order is the order of insertion; descending is its mirror', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['c', 'a', 'b']) await tx.insert(createDraft(id));
    });
    assert.is(listIds(await store.read((view) => view.list({ kind: 'workspaces' }))).join(' '), 'c a b');
    assert.is(await ordered(store, { by: 'seq' }), 'c a b');
    assert.is(await ordered(store, { by: 'seq', descending: true }), 'b a c');
  });

  test('by name: without case, by code point, ties in order of insertion', async ({ store }) => {
    const names = { a: 'beta', b: 'Alpha', c: 'ALPHA', d: 'éclair', e: 'zeta', f: 'b-1', g: 'b1', h: '😀', i: '\uffee' };
    await store.write(async (tx) => {
      for (const [id, name] of Object.entries(names)) await tx.insert(createDraft(id, { name, key: id }));
    });
    assert.is(await ordered(store, { by: 'name' }), 'b c f g a e d i h');
    assert.is(await ordered(store, { by: 'name', descending: true }), 'h i d e a g f c b');
  });

  test('by a member: absent, null, lists and objects first, then false, true, numbers, strings', async ({ store }) => {
    const values = { a: 'b', b: 10, c: 9, d: null, e: true, f: 'B', g: false, h: 'a', i: [1], j: 9, k: { x: 1 }, l: -1.5, m: '10', n: 'é' };
    await store.write(async (tx) => {
      await tx.insert(createDraft('z', { body: {} }));
      for (const [id, at] of Object.entries(values)) await tx.insert(createDraft(id, { body: { run: { at } } }));
    });
    assert.is(await ordered(store, { by: { body: 'run.at' } }), 'z d i k g e l c j b m f h a n');
    assert.is(await ordered(store, { by: { body: 'run.at' }, descending: true }), 'n a h f m b j c l e g k i d z');
    assert.is(await ordered(store, { by: { body: 'run.at', absentLast: true } }), 'i k g e l c j b m f h a n z d');
    assert.is(await ordered(store, { by: { body: 'run.at', absentLast: true }, descending: true }), 'd z n a h f m b j c l e g k i');
  });

  test('a page says how many there are in all, wherever it begins', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 5; at++) await tx.insert(createDraft(`ws-${at}`));
    });
    const page = async (offset: number, limit: number) => {
      const found = await store.read((view) => view.list({ kind: 'workspaces' }, { offset, limit }));
      return `${listIds(found).join(' ')} of ${found.total}`;
    };
    assert.is(await page(0, 2), 'ws-0 ws-1 of 5');
    assert.is(await page(4, 2), 'ws-4 of 5');
    assert.is(await page(3, 2), 'ws-3 ws-4 of 5');
    assert.is(await page(0, 5), 'ws-0 ws-1 ws-2 ws-3 ws-4 of 5');
    assert.is(await page(0, 50), 'ws-0 ws-1 ws-2 ws-3 ws-4 of 5');
    assert.is(await page(5, 2), ' of 5', 'after the end');
    assert.is(await page(1_000_000, 2), ' of 5');
    assert.is(await page(Number.MAX_SAFE_INTEGER, 1), ' of 5');
    assert.is(await page(0, 0), ' of 5');
    assert.instance(await catchError(page(-1, 1)), TypeError);
    assert.instance(await catchError(page(0, 1.5)), TypeError);
  });

  test('what was inserted after or before a record, also when that one is gone', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 5; at++) await tx.insert(createDraft(`ws-${at}`));
    });
    const { seq } = (await store.read((view) => view.get('workspaces', 'ws-2')))!;
    const found = async (bounds: object, order?: RecordOrder) =>
      listIds(
        await store.read((view) => view.list({ kind: 'workspaces', seq: bounds }, { offset: 0, limit: 2, ...(order ? { order } : {}) })),
      ).join(' ');
    const story = async () => [
      await found({ after: seq }),
      await found({ before: seq }),
      await found({ before: seq }, { by: 'seq', descending: true }),
      await found({ after: seq, before: seq + 2 }),
      await found({ after: seq + 9 }),
    ];
    assert.equal(await story(), ['ws-3 ws-4', 'ws-0 ws-1', 'ws-1 ws-0', 'ws-3', '']);
    await store.write((tx) => tx.delete('workspaces', 'ws-2'));
    assert.equal(await story(), ['ws-3 ws-4', 'ws-0 ws-1', 'ws-1 ws-0', 'ws-3', '']);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces', seq: { after: seq } })), 2);
  });

  test('a page that need not be counted says where it ends itself', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 5; at++) await tx.insert(createDraft(`ws-${at}`));
    });
    const total = async (offset: number) =>
      (await store.read((view) => view.list({ kind: 'workspaces' }, { offset, limit: 2, uncounted: true }))).total;
    assert.equal([await total(0), await total(4)], [2, 5]);
  });

  test('1,000 records page by page: each once, in every order, though keys tie', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 1000; at++)
        await tx.insert(createDraft(`ws-${at}`, { name: `name ${at % 7}`, key: `${at}`, body: { group: at % 5 } }));
    });
    const orders: RecordOrder[] = [
      { by: 'seq' },
      { by: 'name' },
      { by: 'name', descending: true },
      { by: { body: 'group' } },
      { by: { body: 'group' }, descending: true },
    ];
    for (const order of orders) {
      const seen: string[] = [];
      for (let offset = 0; offset < 1000; offset += 100) {
        const page = await store.read((view) => view.list({ kind: 'workspaces', scope: 'acme' }, { offset, limit: 100, order }));
        assert.is(page.total, 1000);
        seen.push(...listIds(page));
      }
      assert.is(new Set(seen).size, 1000);
      if (order.by === 'seq') assert.equal([seen[0], seen[999]], ['ws-0', 'ws-999']);
      if (order.by === 'name')
        assert.equal([seen[0], seen[1], seen[999]], order.descending ? ['ws-993', 'ws-986', 'ws-0'] : ['ws-0', 'ws-7', 'ws-993']);
      if (typeof order.by === 'object')
        assert.equal([seen[0], seen[1], seen[999]], order.descending ? ['ws-999', 'ws-994', 'ws-0'] : ['ws-0', 'ws-5', 'ws-999']);
    }
  });

  test('deletions before a page move it, and never repeat a record within it', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) await tx.insert(createDraft(id));
    });
    await store.write((tx) => tx.delete('workspaces', 'b'));
    assert.equal(listIds(await store.read((view) => view.list({ kind: 'workspaces' }, { offset: 1, limit: 2 }))), ['c', 'd']);
  });
};
