/** Writes on PostgreSQL that are taken for done, and sent as one statement for all units of a commit. */
import * as assert from 'uvu/assert';
import { DuplicateKey, type Store } from '../../src/store/store.ts';
import { catchError, createDraft, listIds } from './conformance/new-record.ts';
import { plant, suiteOnPostgres, together } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('late writes');

const listAll = async (store: Store): Promise<readonly string[]> => listIds(await store.read((view) => view.list({ kind: 'workspaces' })));

test('twenty units that insert and link are two statements, in the order of the units', async ({ store, statements }) => {
  await plant(store, 0);
  const count = (kind: string): number => store.listStatements().find((one) => one.kind === kind)!.count;
  const [inserts, selects, transactions] = [count('insert'), count('select'), count('transaction')];
  statements.length = 0;
  const names = Array.from({ length: 20 }, (_, at) => `ws-${String(at).padStart(2, '0')}`);
  const works = names.map((name) => async (tx: Parameters<Parameters<Store['write']>[0]>[0]) => {
    // The link is asked for while the insert is not done, as handlers do.
    const [record] = await Promise.all([tx.insert(createDraft(name, { body: { name } })), tx.link('tags', name, 'even', { name })]);
    return record.seq;
  });
  const numbers = (await together(store, works)) as number[];
  assert.equal([count('insert') - inserts, count('select') - selects, count('transaction') - transactions], [2, 0, 2]);
  // Each of them took part in both.
  assert.is(statements.filter((sql) => sql.startsWith('insert into slipway.records')).length, 20);
  assert.equal(await listAll(store), names);
  const stored = await store.read((view) => view.getMany('workspaces', names));
  assert.equal(
    stored.map(({ seq, version, body }) => ({ seq, version, body })),
    names.map((name, at) => ({ seq: numbers[at]!, version: 1, body: { name } })),
  );
  // By the number of the record that a link comes from.
  const tagged = await store.read((view) => view.list({ kind: 'workspaces', linked: [{ kind: 'tags', self: 'from', other: ['even'] }] }));
  assert.equal(listIds(tagged), names);
  assert.equal((await store.read((view) => view.listLinks('tags', { from: 'ws-07' })))[0]?.note, { name: 'ws-07' });
});

test('a unit whose name is taken gets that error, and its neighbours are kept', async ({ store, statements }) => {
  await store.write((tx) => tx.insert(createDraft('old')));
  statements.length = 0;
  const insert =
    (id: string, key = id) =>
    async (tx: any): Promise<string> =>
      (await tx.insert(createDraft(id, { key }))).id;
  const [one, stored, twin, last] = await together(store, [insert('a'), insert('b', 'old'), insert('c', 'a'), insert('d')]);
  assert.equal([one, last], ['a', 'd']);
  for (const error of [stored, twin]) assert.instance(error, DuplicateKey);
  assert.equal(await listAll(store), ['old', 'a', 'd']);
  assert.is(statements.filter((sql) => sql.startsWith('commit')).length, 1);
});

test('a unit that continues after a taken name decides as if it had been asked for at once', async ({ store }) => {
  await store.write((tx) => tx.insert(createDraft('old')));
  const [found] = await together(store, [
    async (tx) => {
      const error = await catchError(tx.insert(createDraft('new', { key: 'old' })));
      return [error.constructor.name, (await tx.getByKey('workspaces', 'acme', 'old'))?.id];
    },
  ]);
  assert.equal(found, ['DuplicateKey', 'old']);
});

test('what fails after an insert fails of the taken name, where it was taken', async ({ store }) => {
  await store.write((tx) => tx.insert(createDraft('old')));
  const refuse =
    (key: string) =>
    async (tx: any): Promise<void> => {
      await tx.insert(createDraft('new', { key }));
      throw new Error('refused for another reason');
    };
  const [taken, free] = await together(store, [refuse('old'), refuse('free')]);
  assert.instance(taken, DuplicateKey);
  assert.is((free as Error).message, 'refused for another reason');
  assert.equal(await listAll(store), ['old']);
});

test('a unit sees what it and those before it inserted, by ID, key, link and list', async ({ store }) => {
  const [, seen] = await together(store, [
    async (tx) => {
      await tx.insert(createDraft('one'));
      await tx.link('tags', 'one', 'even');
    },
    async (tx) => {
      await tx.insert(createDraft('two'));
      await tx.link('tags', 'two', 'even');
      return [
        (await tx.get('workspaces', 'one'))?.id,
        (await tx.getByKey('workspaces', 'acme', 'two'))?.id,
        (await tx.listLinks('tags', { to: 'even' })).map(({ from }) => from),
        (await tx.listLinks('tags', { from: 'two' })).length,
        (await tx.list({ kind: 'workspaces' })).total,
      ];
    },
  ]);
  assert.equal(seen, ['one', 'two', ['one', 'two'], 1, 2]);
});

test('a unit that looked for a name in vain finds what the next one inserts', async ({ store }) => {
  const look = async (tx: any): Promise<string | undefined> => (await tx.getByKey('workspaces', 'acme', 'one'))?.id;
  const seen = await together(store, [look, look, async (tx) => (await tx.insert(createDraft('one'))).id, look]);
  assert.equal(seen, [undefined, undefined, 'one', 'one']);
});

test('a unit that is undone takes its inserts along, and those of its neighbours stay', async ({ store }) => {
  const insert = (id: string, fails: boolean, asks: boolean) => async (tx: any) => {
    await tx.insert(createDraft(id));
    await tx.link('tags', id, 'even');
    // What it asks is decided by what it inserted, so that is sent, behind a savepoint.
    if (asks) assert.ok((await tx.list({ kind: 'workspaces' })).total > 0);
    if (fails) throw new Error(`no ${id}`);
    return id;
  };
  const works = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => insert(id, at % 2 === 1, at > 2));
  const outcomes = await together(store, works);
  assert.equal(
    outcomes.map((one) => (one instanceof Error ? one.message : one)),
    ['a', 'no b', 'c', 'no d', 'e', 'no f'],
  );
  assert.equal(await listAll(store), ['a', 'c', 'e']);
  assert.equal(
    (await store.read((view) => view.listLinks('tags', { to: 'even' }))).map(({ from }) => from),
    ['a', 'c', 'e'],
  );
});

test('many inserts of one unit keep their order, and a link is made once', async ({ store }) => {
  const names = Array.from({ length: 1200 }, (_, at) => `ws-${String(at).padStart(4, '0')}`);
  const [again] = await together(store, [
    async (tx) => {
      for (const name of names) await tx.insert(createDraft(name));
      assert.is(await tx.addLink('tags', 'ws-1199', 'even', 1), true);
      return tx.addLink('tags', 'ws-1199', 'even', 2);
    },
  ]);
  assert.is(again, false);
  assert.equal(await listAll(store), names);
  assert.equal(
    (await store.read((view) => view.listLinks('tags', { from: 'ws-1199' }))).map(({ note }) => note),
    [2],
  );
});

test('documents and notes keep their texts', async ({ store, beside }) => {
  const bodies = [null, 0, 'a "quoted", {braced} and \\ slashed text', [], { b: 1, a: [{ 'ü\ud83d\ude00': '\u2028' }], e: 1e21 }];
  await together(
    store,
    bodies.map((body, at) => async (tx) => {
      await tx.insert(createDraft(`ws-${at}`, { body, key: `{"${at}",\\,NULL}` }));
      await tx.link('tags', `ws-${at}`, 'NULL', body);
    }),
  );
  const { rows } = await beside.query('select key, body::text as body from slipway.records where kind = $1 order by seq', ['workspaces']);
  assert.equal(
    rows,
    bodies.map((body, at) => ({ key: `{"${at}",\\,NULL}`, body: JSON.stringify(body) })),
  );
  const links = await store.read((view) => view.listLinks('tags', { to: 'NULL' }));
  assert.equal(
    links.map(({ note }) => note),
    bodies,
  );
});

run();
