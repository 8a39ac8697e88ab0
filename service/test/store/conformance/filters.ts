import * as assert from 'uvu/assert';
import type { BodyCondition, RecordFilter } from '../../../src/store/record-filter.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createDraft, listIds, catchError } from './new-record.ts';

const ids = (store: Store, filter: Omit<RecordFilter, 'kind'>) =>
  store.read(async (view) => {
    const found = listIds(await view.list({ kind: 'workspaces', ...filter }));
    assert.is(await view.count({ kind: 'workspaces', ...filter }), found.length, 'count agrees with list');
    return found.join(' ');
  });

// oxlint-disable-next-line max-lines-per-function -- a list of tests
export const filters: Register = (test) => {
  test('records are counted by scope, in one question', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('a', { scope: 'one' }));
      await tx.insert(createDraft('b', { scope: 'one' }));
      await tx.insert(createDraft('c', { scope: 'two' }));
      await tx.insert(createDraft('d', { scope: 'one', kind: 'others' }));
    });
    const counts = await store.read((view) => view.countByScope('workspaces', ['one', 'two', 'three', 'x\0']));
    assert.equal([...counts].sort(), [
      ['one', 2],
      ['two', 1],
    ]);
  });

  test('links are counted by their ends, in one question', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.insert(createDraft(id));
      for (const id of ['a', 'b', 'c']) await tx.link('tags', id, 'red');
      await tx.link('tags', 'a', 'blue');
      await tx.link('others', 'b', 'blue');
    });
    const [to, from] = await store.read(async (view) => [
      await view.countLinks('tags', { to: ['red', 'blue', 'green', 'x\0'] }),
      await view.countLinks('tags', { from: ['a', 'c', 'd'] }),
    ]);
    assert.equal([...to!].sort(), [
      ['blue', 1],
      ['red', 3],
    ]);
    assert.equal([...from!].sort(), [
      ['a', 2],
      ['c', 1],
    ]);
    assert.equal([...(await store.read((view) => view.countLinks('tags', { to: [] })))], []);
  });

  test('links are counted whose other end is linked itself, or is one of some', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.insert(createDraft(id));
      for (const id of ['a', 'b', 'c']) await tx.link('tags', id, 'red');
      await tx.link('tags', 'c', 'blue');
      await tx.link('homes', 'a', 'home-1');
      await tx.link('homes', 'b', 'home-2');
      await tx.link('others', 'c', 'home-1');
      await tx.link('homes', 'red', 'home-1');
    });
    const count = async (to: readonly string[], orIds: readonly string[]) => {
      const counts = await store.read((view) => view.countLinks('tags', { to: ['red', 'blue'] }, { kind: 'homes', to, orIds }));
      return Object.fromEntries(counts);
    };
    assert.equal(await count(['home-1'], []), { red: 1 });
    assert.equal(await count(['home-1', 'home-2'], []), { red: 2 });
    assert.equal(await count(['home-1'], ['c', 'a']), { red: 2, blue: 1 });
    assert.equal(await count([], []), {});
    const ofA = await store.read((view) => view.countLinks('tags', { from: ['a'] }, { kind: 'homes', to: ['home-1'], orIds: [] }));
    assert.equal([...ofA], [['a', 1]]);
  });

  test('records are linked with what is linked itself', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c', 'd', 'tag']) await tx.insert(createDraft(id));
      for (const id of ['a', 'b', 'c']) await tx.link('applied', id, `target-${id}`);
      await tx.link('homes', 'target-a', 'home-1');
      await tx.link('homes', 'target-b', 'home-2');
      await tx.link('others', 'target-c', 'home-1');
      await tx.link('homes', 'd', 'home-1');
      await tx.link('applied', 'd', 'tag');
    });
    const linkedTo = (to: readonly string[], orIds: readonly string[], self: 'from' | 'to' = 'from') =>
      ids(store, { linked: [{ kind: 'applied', self, otherLinked: { kind: 'homes', to, orIds } }] });
    assert.is(await linkedTo(['home-1'], []), 'a');
    assert.is(await linkedTo(['home-1', 'home-2'], []), 'a b');
    assert.is(await linkedTo([], ['target-c']), 'c');
    assert.is(await linkedTo(['home-2'], ['target-c']), 'b c');
    assert.is(await linkedTo([], []), '');
    assert.is(await linkedTo(['home-1'], [], 'to'), 'tag');
    assert.is(await linkedTo(['home-2'], [], 'to'), '');
    assert.is(await linkedTo([], ['d'], 'to'), 'tag');
  });

  test('kind, scopes, ids and keys narrow, together', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('a', { scope: 'x' }));
      await tx.insert(createDraft('b', { scope: 'y' }));
      await tx.insert(createDraft('c', { scope: 'z' }));
      await tx.insert(createDraft('p', { scope: 'x', kind: 'projects' }));
    });
    assert.is(await ids(store, {}), 'a b c');
    assert.is(await ids(store, { scope: 'x' }), 'a');
    assert.is(await ids(store, { scope: ['x', 'z', 'q'] }), 'a c');
    assert.is(await ids(store, { scope: [] }), '');
    assert.is(await ids(store, { ids: ['c', 'b', 'p'] }), 'b c');
    assert.is(await ids(store, { ids: [] }), '');
    assert.is(await ids(store, { keys: ['a', 'b'], scope: 'y' }), 'b');
    assert.is(await ids(store, { keys: [] }), '');
  });

  test('names are whole names, whatever their case', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('a', { name: 'Prod' }));
      await tx.insert(createDraft('b', { name: 'prod-eu' }));
      await tx.insert(createDraft('c', { name: 'ÜNÏ' }));
      await tx.insert(createDraft('d', { name: 'Οδός' }));
    });
    assert.is(await ids(store, { names: ['prod'] }), 'a');
    assert.is(await ids(store, { names: ['PROD-EU', 'ünï', 'nothing', 'x\0'] }), 'b c');
    assert.is(await ids(store, { names: ['ΟΔΌΣ'] }), 'd');
    assert.is(await ids(store, { names: ['pro'] }), '');
    assert.is(await ids(store, { names: [] }), '');
  });

  test('nameContains finds a piece of the name, whatever its case, in any script', async ({ store }) => {
    const names = { a: 'Production-EU', b: 'preprod', c: 'Ünïcode', d: 'ΟΔΟΣ', e: '100%_sure\\', f: 'Straße', g: '日本' };
    await store.write(async (tx) => {
      for (const [id, name] of Object.entries(names)) await tx.insert(createDraft(id, { name }));
    });
    assert.is(await ids(store, { nameContains: 'PROD' }), 'a b');
    assert.is(await ids(store, { nameContains: 'ÜNÏ' }), 'c');
    assert.is(await ids(store, { nameContains: 'ünï' }), 'c');
    assert.is(await ids(store, { nameContains: 'οδοσ' }), 'd');
    assert.is(await ids(store, { nameContains: 'ΟΔΟς' }), 'd', 'a final sigma is a sigma');
    assert.is(await ids(store, { nameContains: 'ß' }), 'f');
    assert.is(await ids(store, { nameContains: '本' }), 'g');
    assert.is(await ids(store, { nameContains: '%' }), 'e', 'no wildcard');
    assert.is(await ids(store, { nameContains: '_' }), 'e', 'no wildcard');
    assert.is(await ids(store, { nameContains: '\\' }), 'e', 'no escape');
    assert.is(await ids(store, { nameContains: '*' }), '');
    assert.is(await ids(store, { nameContains: '' }), 'a b c d e f g');
  });

  test('nameLike knows one wildcard, and takes the rest literally', async ({ store }) => {
    const names = { a: 'net-eu', b: 'eu-net', c: 'my-net-eu', d: 'NET%', e: 'n_t', f: 'a\\b', g: 'Ünet' };
    await store.write(async (tx) => {
      for (const [id, name] of Object.entries(names)) await tx.insert(createDraft(id, { name }));
    });
    assert.is(await ids(store, { nameLike: 'net*' }), 'a d');
    assert.is(await ids(store, { nameLike: '*net' }), 'b g');
    assert.is(await ids(store, { nameLike: '*net*' }), 'a b c d g');
    assert.is(await ids(store, { nameLike: 'n*u' }), 'a');
    assert.is(await ids(store, { nameLike: 'NET-EU' }), 'a');
    assert.is(await ids(store, { nameLike: 'net' }), '', 'the whole name');
    assert.is(await ids(store, { nameLike: 'net%' }), 'd');
    assert.is(await ids(store, { nameLike: 'n_t' }), 'e');
    assert.is(await ids(store, { nameLike: 'a\\b' }), 'f');
    assert.is(await ids(store, { nameLike: 'ü*' }), 'g');
    assert.is(await ids(store, { nameLike: '**' }), 'a b c d e f g');
    assert.is(await ids(store, { nameLike: '' }), '');
  });

  test('body compares a member by dotted path, by value and type', async ({ store }) => {
    const bodies = {
      a: { x: 'one', n: 1, on: true, deep: { down: 'yes' } },
      b: { x: 'two', n: '1', on: 'true', deep: null },
      c: { x: null, n: 1.5, on: false, deep: { down: null } },
      d: { n: 0, on: 0, deep: 'flat' },
      e: { x: ['one'], n: 10, on: null, deep: ['yes'] },
      f: 'text',
      g: { x: 'quote " \\ \n é 😀', 'with-dash': { under_score: 1 } },
    };
    await store.write(async (tx) => {
      for (const [id, body] of Object.entries(bodies)) await tx.insert(createDraft(id, { body }));
    });
    const where = (path: string, is: BodyCondition['is']) => ids(store, { body: [{ path, is }] });
    assert.is(await where('x', 'one'), 'a');
    assert.is(await where('x', ['one', 'two', 'three']), 'a b');
    assert.is(await where('x', []), '');
    assert.is(await where('x', null), 'c d f', 'null and absent');
    assert.is(await where('x', 'quote " \\ \n é 😀'), 'g');
    assert.is(await where('n', 1), 'a', 'not the text');
    assert.is(await where('n', '1'), 'b', 'not the number');
    assert.is(await where('n', 1.5), 'c');
    assert.is(await where('n', ['1']), 'b');
    assert.is(await where('on', true), 'a', 'neither 1 nor the text');
    assert.is(await where('on', false), 'c', 'neither 0 nor null');
    assert.is(await where('on', null), 'e f g');
    assert.is(await where('deep.down', 'yes'), 'a');
    assert.is(await where('deep.down', null), 'b c d e f g');
    assert.is(await where('deep.0', null), 'a b c d e f g', 'no way into lists');
    assert.is(await where('with-dash.under_score', 1), 'g');
    assert.is(
      await ids(store, {
        body: [
          { path: 'x', is: 'one' },
          { path: 'n', is: 2 },
        ],
      }),
      '',
      'every condition holds',
    );
  });

  test('a path that could be code is refused', async ({ store }) => {
    for (const path of ['', 'a.', '.a', "a'b", 'a"b', 'a b', 'a[0]', "x') or 1=1 --"]) {
      assert.instance(await catchError(store.read((view) => view.count({ kind: 'workspaces', body: [{ path, is: 1 }] }))), TypeError, path);
    }
  });

  test('linked asks for links in either direction, to any of some, or for none', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c', 'd']) await tx.insert(createDraft(id));
      await tx.link('tags', 'a', 't1');
      await tx.link('tags', 'a', 't2');
      await tx.link('tags', 'b', 't2');
      await tx.link('other', 'c', 't1');
      await tx.link('consumers', 'a', 'd');
    });
    const linked = (...all: NonNullable<RecordFilter['linked']>) => ids(store, { linked: all });
    assert.is(await linked({ kind: 'tags', self: 'from' }), 'a b');
    assert.is(await linked({ kind: 'tags', self: 'from', not: true }), 'c d');
    assert.is(await linked({ kind: 'tags', self: 'from', other: ['t2'] }), 'a b');
    assert.is(await linked({ kind: 'tags', self: 'from', other: ['t1', 't9'] }), 'a');
    assert.is(await linked({ kind: 'tags', self: 'from', other: ['t1'], not: true }), 'b c d');
    assert.is(await linked({ kind: 'tags', self: 'from', other: [] }), '');
    assert.is(await linked({ kind: 'tags', self: 'from', other: [], not: true }), 'a b c d');
    assert.is(await linked({ kind: 'tags', self: 'to' }), '');
    assert.is(await linked({ kind: 'consumers', self: 'to', other: ['a'] }), 'd');
    assert.is(await linked({ kind: 'tags', self: 'from', other: ['t2'] }, { kind: 'tags', self: 'from', other: ['t1'] }), 'a', 'both');
    assert.is(await linked({ kind: 'tags', self: 'from', other: ['t2'] }, { kind: 'tags', self: 'from', other: ['t1'], not: true }), 'b');
  });

  test('lists of thousands of values are fine', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('ws-7')));
    const many = Array.from({ length: 40_000 }, (_, at) => `ws-${at}`);
    assert.is(await ids(store, { ids: many, keys: many }), 'ws-7');
    assert.is((await store.read((view) => view.getMany('workspaces', many))).length, 1);
    assert.equal(await store.read((view) => view.listLinks('tags', { to: many })), []);
  });
};
