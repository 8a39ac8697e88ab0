import * as assert from 'uvu/assert';
import type { Store } from '../../../src/store/store.ts';
import { type ArchivePortion, archivedTables } from '../../../src/store/archive/archive.ts';
import type { Register } from './conformance.ts';
import { createDraft, catchError } from './new-record.ts';

const readPortions = (store: Store): Promise<ArchivePortion[]> =>
  store.read(async (view) => {
    const found: ArchivePortion[] = [];
    for await (const portion of view.archive.portions()) found.push(portion);
    return found;
  });
const ids = (store: Store) =>
  store.read(async (view) => (await view.list({ kind: 'workspaces' })).records.map(({ id, version, body }) => [id, version, body]));
const links = (store: Store) => store.read(async (view) => (await view.listLinks('t', { from: 'a' })).map(({ to, note }) => [to, note]));
const filled = (store: Store) =>
  store.write(async (tx) => {
    await tx.insert(createDraft('a', { body: { z: 1, a: ['é', '\u2028', null] } }));
    await tx.update(await tx.insert(createDraft('b', { body: 1 })), { body: 2.5 });
    await tx.link('t', 'a', 'b', { n: 1 });
  });

// oxlint-disable-next-line max-lines-per-function -- a list of tests
export const archive: Register = (test) => {
  test('everything comes out table by table, and put back is what it was', async ({ store }) => {
    await filled(store);
    const portions = await readPortions(store);
    assert.equal(
      portions.map(({ table, rows }) => [table, rows.length]),
      [
        ['records', 2],
        ['links', 1],
      ],
    );
    assert.equal(Object.keys(portions[0]!.rows[0]!), ['seq', 'id', 'kind', 'scope', 'key', 'name', 'folded', 'version', 'body']);
    assert.is(portions[0]!.rows[0]!['body'], '{"z":1,"a":["é","\u2028",null]}');
    await store.write(async (tx) => {
      await tx.delete('workspaces', 'a');
      await tx.insert(createDraft('c'));
    });
    assert.is(await store.write((tx) => tx.archive.replace(portions)), 3);
    assert.equal(await ids(store), [
      ['a', 1, { z: 1, a: ['é', '\u2028', null] }],
      ['b', 2, 2.5],
    ]);
    assert.equal(await links(store), [['b', { n: 1 }]]);
    assert.equal(await readPortions(store), portions);
  });

  test('large rows come out a few at a time, each once and in their order', async ({ store }) => {
    const text = 'x'.repeat(700_000);
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await tx.insert(createDraft(id, { body: { text } }));
      await tx.insert(createDraft('i', { body: { text: 'x'.repeat(5_000_000) } }));
      await tx.insert(createDraft('j'));
    });
    const rows = (await readPortions(store)).map(({ rows: some }) => some.map(({ id }) => id as string));
    assert.equal(rows.flat(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
    assert.ok(rows.every(({ length }) => length <= 3));
  });

  test('what is made afterwards is numbered after all there ever was', async ({ store }) => {
    await filled(store);
    const portions = await readPortions(store);
    const last = await store.write((tx) => tx.insert(createDraft('later')));
    await store.write((tx) => tx.archive.replace(portions));
    assert.ok((await store.write((tx) => tx.insert(createDraft('d')))).seq > last.seq);
    await store.write((tx) => tx.archive.replace([{ table: 'records', rows: [{ ...portions[0]!.rows[0]!, seq: 1_000_000 }] }]));
    assert.is((await store.write((tx) => tx.insert(createDraft('e')))).seq, 1_000_001);
  });

  test('rows that do not fit change nothing', async ({ store }) => {
    await filled(store);
    const before = await readPortions(store);
    const [record] = before[0]!.rows;
    for (const rows of [[{ id: 'x' }], [record!, record!], [{ ...record!, version: 'one' }]])
      assert.ok(await catchError(store.write((tx) => tx.archive.replace([{ table: 'records', rows }]))));
    assert.equal(await readPortions(store), before);
  });

  test('a snapshot brings back what was, and stays when everything else goes', async ({ store }) => {
    await filled(store);
    const at = '2026-05-01T12:00:00.000Z';
    assert.equal(await store.write((tx) => tx.archive.saveSnapshot('one', at)), { name: 'one', at, rows: 3, schema: 12 });
    const before = await readPortions(store);
    await store.clear();
    assert.equal(await readPortions(store), []);
    assert.equal(await store.write((tx) => tx.archive.saveSnapshot('nothing', at)), { name: 'nothing', at, rows: 0, schema: 12 });
    assert.equal(
      (await store.read((view) => view.archive.listSnapshots())).map(({ name, rows }) => [name, rows]),
      [
        ['nothing', 0],
        ['one', 3],
      ],
    );
    assert.is((await store.write((tx) => tx.archive.restoreSnapshot('one')))?.rows, 3);
    assert.equal(await readPortions(store), before);
    await store.write((tx) => tx.archive.restoreSnapshot('nothing'));
    assert.equal(await readPortions(store), []);
    assert.is(await store.write((tx) => tx.archive.restoreSnapshot('none')), undefined);
    assert.equal(
      [
        await store.write((tx) => tx.archive.deleteSnapshot('one')),
        await store.write((tx) => tx.archive.deleteSnapshot('one')),
        await store.write((tx) => tx.archive.deleteSnapshot('nothing')),
      ],
      [true, false, true],
    );
    assert.equal(await store.read((view) => view.archive.listSnapshots()), []);
  });

  test('a snapshot taken again under its name is the newer one; one in a unit that fails is none', async ({ store }) => {
    await filled(store);
    await store.write((tx) => tx.archive.saveSnapshot('one', 'first'));
    await store.write((tx) => tx.delete('workspaces', 'a'));
    await store.write((tx) => tx.archive.saveSnapshot('one', 'second'));
    await catchError(
      store.write(async (tx) => {
        await tx.archive.saveSnapshot('two', 'third');
        throw new Error('undone');
      }),
    );
    assert.equal(
      (await store.read((view) => view.archive.listSnapshots())).map(({ name, at, rows }) => [name, at, rows]),
      [['one', 'second', 1]],
    );
    await store.write((tx) => tx.archive.deleteSnapshot('one'));
  });

  test('many rows go through', async ({ store }) => {
    await store.write(async (tx) => {
      for (let index = 0; index < 2500; index++) await tx.insert(createDraft(`w-${index}`));
    });
    await store.write((tx) => tx.archive.saveSnapshot('many', 'now'));
    await store.clear();
    assert.is((await store.write((tx) => tx.archive.restoreSnapshot('many')))?.rows, 2500);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 2500);
    await store.write((tx) => tx.archive.deleteSnapshot('many'));
  });

  test('every table has a number by which its rows are in order', async ({ store }) => {
    for (const table of archivedTables) assert.is((await store.read((view) => view.archive.listColumns(table)))[0], 'seq', table);
  });
};
