import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { NewRecord, Store, ReadTransaction } from '../../src/store/store.ts';

const Recent = suite('embedded store, what it remembers between writes');
let store: Store;
Recent.before.each(async () => {
  store = await openStore('memory');
});
Recent.after.each(async () => {
  await store.close();
});

const draft = (id: string, body: unknown): NewRecord => ({ id, kind: 'things', scope: 'acme', key: `key of ${id}`, name: id, body });
const bodies = (view: ReadTransaction) =>
  Promise.all([
    view.get('things', 'a'),
    view.getByKey('things', 'acme', 'key of a'),
    view.listLinks('ties', { from: 'a' }),
    view.listLinks('ties', { to: 'a' }),
  ]).then(([byId, byKey, from, to]) => [byId?.body, byKey?.body, from.map((link) => link.to), to.map((link) => link.from)]);

Recent('a record that was not there is found once it is inserted', async () => {
  assert.equal(await store.read(bodies), [undefined, undefined, [], []]);
  await store.write((tx) => tx.insert(draft('a', 1)));
  assert.equal(await store.read(bodies), [1, 1, [], []]);
});

Recent('an update, a new key and a delete are seen by the next read', async () => {
  await store.write((tx) => tx.insert(draft('a', 1)));
  await store.read(bodies);
  await store.write(async (tx) => tx.update((await tx.get('things', 'a'))!, { body: 2 }));
  assert.equal(await store.read(bodies), [2, 2, [], []]);
  await store.write(async (tx) => tx.update((await tx.get('things', 'a'))!, { body: 3, key: 'another' }));
  assert.equal(await store.read(bodies), [3, undefined, [], []]);
  await store.write((tx) => tx.delete('things', 'a'));
  assert.equal(await store.read(bodies), [undefined, undefined, [], []]);
});

Recent('links are seen from both ends, made, renoted and undone', async () => {
  await store.write(async (tx) => {
    await tx.insert(draft('a', 1));
    await tx.insert(draft('b', 1));
  });
  await store.read(bodies);
  await store.write(async (tx) => {
    await tx.link('ties', 'a', 'b', 'first');
    await tx.link('ties', 'b', 'a');
  });
  assert.equal(await store.read(bodies), [1, 1, ['b'], ['b']]);
  await store.write((tx) => tx.link('ties', 'a', 'b', 'second'));
  assert.equal(await store.read((view) => view.listLinks('ties', { from: 'a' })), [{ kind: 'ties', from: 'a', to: 'b', note: 'second' }]);
  await store.write((tx) => tx.unlink('ties', 'a', 'b'));
  assert.equal(await store.read(bodies), [1, 1, [], ['b']]);
  await store.write((tx) => tx.delete('things', 'b'));
  assert.equal(await store.read(bodies), [1, 1, [], []]);
});

const countThings = (view: ReadTransaction) =>
  Promise.all([
    view.count({ kind: 'things', scope: 'acme' }),
    view.count({ kind: 'things', nameContains: 'A' }),
    view.count({ kind: 'things', scope: 'acme', linked: [{ kind: 'ties', self: 'from', other: ['z'] }] }),
    view.count({ kind: 'things', scope: 'acme', linked: [{ kind: ['ties', 'knots'], self: 'from', other: ['z', 'y'], not: true }] }),
    view.count({ kind: 'things', body: [{ path: 'size', is: 2 }] }),
  ]);

Recent('what was counted is counted again when records or links of its kinds were written', async () => {
  assert.equal(await store.read(countThings), [0, 0, 0, 0, 0]);
  await store.write((tx) => tx.insert(draft('a', { size: 1 })));
  assert.equal(await store.read(countThings), [1, 1, 0, 1, 0]);
  await store.write((tx) => tx.link('ties', 'a', 'z'));
  assert.equal(await store.read(countThings), [1, 1, 1, 0, 0]);
  await store.write((tx) => tx.link('ties', 'a', 'z', 'noted'));
  await store.write((tx) => tx.unlink('ties', 'a', 'z'));
  assert.equal(await store.read(countThings), [1, 1, 0, 1, 0]);
  await store.write((tx) => tx.link('knots', 'a', 'y'));
  assert.equal(await store.read(countThings), [1, 1, 0, 0, 0]);
  await store.write(async (tx) => tx.update((await tx.get('things', 'a'))!, { body: { size: 2 }, name: 'b' }));
  assert.equal(await store.read(countThings), [1, 0, 0, 0, 1]);
  const undone = store.write(async (tx) => {
    await tx.delete('things', 'a');
    assert.equal(await countThings(tx), [0, 0, 0, 0, 0]);
    throw new Error('undone');
  });
  assert.is(await undone.catch((error: Error) => error.message), 'undone');
  assert.equal(await store.read(countThings), [1, 0, 0, 0, 1]);
  await store.clear();
  assert.equal(await store.read(countThings), [0, 0, 0, 0, 0]);
});

Recent('what was counted is not counted again for what is written of other kinds', async () => {
  const statements: string[] = [];
  const watched = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql) });
  await watched.write((tx) => tx.insert(draft('a', {})));
  const count = async (): Promise<readonly number[]> => {
    statements.length = 0;
    const total = await watched.read((view) => view.count({ kind: 'things', scope: 'acme' }));
    return [total, statements.length];
  };
  assert.equal(await count(), [1, 1]);
  assert.equal(await count(), [1, 0]);
  await watched.write(async (tx) => {
    await tx.insert({ ...draft('r', {}), kind: 'runs' });
    await tx.link('queued', 'all', 'r');
  });
  assert.equal(await count(), [1, 0]);
  await watched.write((tx) => tx.insert(draft('b', {})));
  assert.equal(await count(), [2, 1]);
  await watched.close();
});

Recent('an update and a link leave what is kept of other records, and a record that was read by its key alone is right, too', async () => {
  const statements: string[] = [];
  const watched = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql) });
  await watched.write(async (tx) => {
    for (const id of ['a', 'b', 'c']) await tx.insert(draft(id, 1));
  });
  const countReads = async (work: (view: ReadTransaction) => Promise<unknown>): Promise<readonly [unknown, number]> => {
    statements.length = 0;
    return [await watched.read(work), statements.length];
  };
  const readB = (view: ReadTransaction) => view.get('things', 'b').then((found) => found?.body);
  const readTies = (view: ReadTransaction) => view.listLinks('ties', { from: 'b' }).then((links) => links.map(({ note }) => note));
  assert.equal(
    [await countReads(readB), await countReads(readTies)],
    [
      [1, 1],
      [[], 1],
    ],
  );
  await watched.write(async (tx) => tx.update((await tx.get('things', 'a'))!, { body: 2, key: 'another' }));
  await watched.write((tx) => tx.link('ties', 'a', 'c', 'first'));
  await watched.write((tx) => tx.link('ties', 'a', 'c', 'second'));
  await watched.write((tx) => tx.unlink('ties', 'a', 'c'));
  assert.equal(
    [await countReads(readB), await countReads(readTies)],
    [
      [1, 0],
      [[], 0],
    ],
  );
  const byKey = (key: string) => watched.read((view) => view.getByKey('things', 'acme', key).then((found) => found?.body));
  assert.equal([await byKey('key of c'), await byKey('key of a'), await byKey('another')], [1, undefined, 2]);
  await watched.write(async (tx) => tx.update((await tx.getByKey('things', 'acme', 'key of c'))!, { body: 3, key: 'third' }));
  assert.equal([await byKey('key of c'), await byKey('third')], [undefined, 3]);
  await watched.close();
});

Recent('a unit sees what it wrote itself, and nobody sees it when it is undone', async () => {
  await store.write((tx) => tx.insert(draft('a', 1)));
  await store.read(bodies);
  try {
    await store.write(async (tx) => {
      await tx.update((await tx.get('things', 'a'))!, { body: 2 });
      await tx.insert(draft('b', 1));
      await tx.link('ties', 'a', 'b');
      assert.equal(await bodies(tx), [2, 2, ['b'], []]);
      assert.is((await tx.get('things', 'b'))?.body, 1);
      throw new Error('changed my mind');
    });
    assert.unreachable('the unit was to fail');
  } catch (error) {
    assert.is((error as Error).message, 'changed my mind');
  }
  assert.equal(await store.read(bodies), [1, 1, [], []]);
  assert.is(await store.read((view) => view.get('things', 'b')), undefined);
});

Recent('what a reader does to an answer changes no other answer', async () => {
  await store.write((tx) => tx.insert(draft('a', { list: [1] })));
  const first = (await store.read((view) => view.get<{ list: number[] }>('things', 'a')))!;
  first.body.list.push(2);
  assert.equal((await store.read((view) => view.get('things', 'a')))!.body, { list: [1] });
});

Recent('a cleared store is empty', async () => {
  await store.write((tx) => tx.insert(draft('a', 1)));
  await store.read(bodies);
  await store.clear();
  assert.equal(await store.read(bodies), [undefined, undefined, [], []]);
});

Recent('more than it has room for is still answered rightly', async () => {
  const long = 'x'.repeat(900_000);
  await store.write(async (tx) => {
    for (let i = 0; i < 18; i++) await tx.insert(draft(`a${i}`, `${long}${i}`));
  });
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 18; i++)
      assert.is((await store.read((view) => view.get<string>('things', `a${i}`)))!.body.slice(900_000), String(i));
  }
});

Recent.run();
