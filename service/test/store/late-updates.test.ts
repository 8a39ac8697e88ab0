/** Updates and links on PostgreSQL that are taken for done, and sent as one statement for all units of a commit. */
import * as assert from 'uvu/assert';
import { StaleRecord, type Transaction } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres, together } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('late updates');

test('units that change records, links and notes are one statement for each, and those who follow see what they did', async (bench) => {
  const { store } = bench;
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
  await store.write(async (tx) => {
    for (const name of names) await tx.insert(createDraft(name, { body: { by: 'nobody' } }));
    for (const name of names) await tx.link('tags', name, 'old', 'note');
  });
  const counted = () => {
    const counts = new Map<string, number>(store.listStatements().map(({ kind, count }) => [kind, count]));
    return ['select', 'insert', 'update', 'delete', 'other'].map((kind) => counts.get(kind) ?? 0);
  };
  const before = counted();
  const works = names.map((name) => async (tx: Transaction) => {
    const record = (await tx.get('workspaces', name))!;
    const { version, seq } = await tx.update(record, { body: { by: 'ann' }, name: name.toUpperCase() });
    await tx.link('tags', name, 'old', { to: 'new note' });
    await tx.link('tags', name, 'new');
    await tx.unlink('tags', name, 'none');
    return [seq === record.seq, version];
  });
  assert.equal(
    await together(store, works),
    names.map(() => [true, 2]),
  );
  // They look up together. One of the updates is of links: it inserts those that are new.
  assert.equal(
    counted().map((count, at) => count - before[at]!),
    [1, 0, 2, 1, 0],
  );
  const stored = await store.read((view) => view.getMany('workspaces', names));
  assert.equal(
    stored.map(({ id, name, version, body }) => ({ id, name, version, body })),
    names.map((id) => ({ id, name: id.toUpperCase(), version: 2, body: { by: 'ann' } })),
  );
  assert.equal(await store.read((view) => view.listLinks('tags', { from: 'l' })), [
    { kind: 'tags', from: 'l', to: 'old', note: { to: 'new note' } },
    { kind: 'tags', from: 'l', to: 'new', note: null },
  ]);
});

test('several units change one record, each what the one before it left', async ({ store }) => {
  await store.write((tx) => tx.insert(createDraft('one', { body: [] })));
  const add = (what: string) => async (tx: Transaction) => {
    const record = (await tx.get<readonly string[]>('workspaces', 'one'))!;
    const next = await tx.update(record, { body: [...record.body, what] });
    const again = (await tx.getByKey<readonly string[]>('workspaces', 'acme', 'one'))!;
    assert.equal(again.body, next.body);
    return (await tx.update(again, { body: [...again.body, what.toUpperCase()] })).version;
  };
  assert.equal(await together(store, ['a', 'b', 'c'].map(add)), [3, 5, 7]);
  const found = await store.read((view) => view.list({ kind: 'workspaces', body: [] }));
  assert.equal(
    found.records.map(({ body, version }) => [body, version]),
    [[['a', 'A', 'b', 'B', 'c', 'C'], 7]],
  );
});

test('a unit that changes what it has not read anew runs again, or fails, and its neighbours are kept', async ({ store, beside }) => {
  const [old, moved] = await store.write(async (tx) => [
    await tx.insert(createDraft('old', { body: 0 })),
    await tx.insert(createDraft('moved', { body: 0 })),
    await tx.insert(createDraft('free', { body: 0 })),
  ]);
  await beside.query('update slipway.records set version = 5 where id = $1', ['old']);
  let runs = 0;
  const outcomes = await together(store, [
    async (tx) => (await tx.update((await tx.get('workspaces', 'free'))!, { body: 1 })).version,
    async (tx) => (await tx.update(old!, { body: 1 })).version,
    async (tx) => {
      runs += 1;
      const record = runs === 1 ? { ...moved!, version: 9 } : (await tx.get('workspaces', 'moved'))!;
      return (await tx.update(record, { body: 1 })).version;
    },
  ]);
  assert.instance(outcomes[1], StaleRecord);
  assert.equal([outcomes[0], outcomes[2]], [2, 2]);
  const { rows } = await beside.query('select id, version, body from slipway.records order by seq');
  assert.equal(rows, [
    { id: 'old', version: 5, body: 0 },
    { id: 'moved', version: 2, body: 1 },
    { id: 'free', version: 2, body: 1 },
  ]);
});

test('a unit that is undone takes its changes along', async ({ store }) => {
  await store.write(async (tx) => {
    for (const id of ['a', 'b']) await tx.insert(createDraft(id, { body: 0 }));
    await tx.link('tags', 'a', 't');
  });
  const change = (id: string, asks: boolean) => async (tx: Transaction) => {
    await tx.update((await tx.get('workspaces', id))!, { body: 1 });
    await tx.unlink('tags', id, 't');
    await tx.link('tags', id, 'u');
    if (asks)
      assert.equal(
        (await tx.listLinks('tags', { from: id })).map(({ to }) => to),
        ['u'],
      );
    if (id === 'a') throw new Error(`not ${id}`);
  };
  for (const asks of [false, true]) {
    const [failed] = await together(store, [change('a', asks), change('b', asks)]);
    assert.is((failed as Error).message, 'not a');
    assert.equal(
      await store.read(async (view) => [
        (await view.getMany('workspaces', ['a', 'b'])).map(({ body }) => body),
        (await view.listLinks('tags', { from: ['a', 'b'] })).map(({ from, to }) => from + to),
      ]),
      [
        [0, 1],
        ['at', 'bu'],
      ],
    );
  }
});

run();
