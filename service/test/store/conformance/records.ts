import * as assert from 'uvu/assert';
import { UnstorableText } from '../../../src/store/failures.ts';
import { DuplicateKey, StaleRecord } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createDraft, catchError } from './new-record.ts';

// oxlint-disable-next-line max-lines-per-function -- a list of tests
export const records: Register = (test) => {
  test('an inserted record comes back by id and by key, at version 1', async ({ store }) => {
    const inserted = await store.write((tx) =>
      tx.insert(createDraft('ws-1', { key: 'net', name: 'Net', body: { 'auto-apply': true, tags: ['a'], none: null } })),
    );
    const { seq, ...rest } = inserted;
    assert.type(seq, 'number');
    assert.equal(rest, {
      id: 'ws-1',
      kind: 'workspaces',
      scope: 'acme',
      key: 'net',
      name: 'Net',
      version: 1,
      body: { 'auto-apply': true, tags: ['a'], none: null },
    });
    assert.equal(await store.read((view) => view.get('workspaces', 'ws-1')), inserted);
    assert.equal(await store.read((view) => view.getByKey('workspaces', 'acme', 'net')), inserted);
  });

  test('what is not there is undefined', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('ws-1')));
    assert.is(await store.read((view) => view.get('workspaces', 'ws-2')), undefined);
    assert.is(await store.read((view) => view.get('projects', 'ws-1')), undefined, 'another kind');
    assert.is(await store.read((view) => view.getByKey('workspaces', 'other', 'ws-1')), undefined, 'another scope');
    assert.is(await store.read((view) => view.getByKey('workspaces', 'acme', 'WS-1')), undefined, 'keys compare byte for byte');
  });

  test('a body keeps every JSON value and the order of its members', async ({ store }) => {
    const json =
      '{"z":1,"a":[true,false,null,1.5,-0.25,1e+21,12345678901234],"é":{"deep":{"":"empty"}},"quote\\"\\\\":"\\n\\u0001 ' +
      '😀 line\\u2028","10":"n"}';
    await store.write((tx) => tx.insert(createDraft('ws-1', { body: JSON.parse(json) })));
    assert.is(JSON.stringify((await store.read((view) => view.get('workspaces', 'ws-1')))?.body), JSON.stringify(JSON.parse(json)));
    for (const [at, body] of [null, 'text', 5, false, [1, 2], ''].entries()) {
      await store.write((tx) => tx.insert(createDraft(`plain-${at}`, { body })));
      assert.equal((await store.read((view) => view.get('workspaces', `plain-${at}`)))?.body, body);
    }
  });

  test('an insert keeps a copy: changing the draft afterwards changes nothing', async ({ store }) => {
    const body = { list: ['a'] };
    const stored = await store.write(async (tx) => {
      const one = await tx.insert(createDraft('ws-1', { body }));
      body.list.push('b');
      return one;
    });
    assert.equal(stored.body, { list: ['a'] });
    assert.equal((await store.read((view) => view.get('workspaces', 'ws-1')))?.body, { list: ['a'] });
  });

  test('many answers in the order asked, each once, without those that are missing or of another kind', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.insert(createDraft(id));
      await tx.insert(createDraft('p', { kind: 'projects' }));
    });
    const found = await store.read((view) => view.getMany('workspaces', ['c', 'x', 'a', 'p', 'c']));
    assert.equal(
      found.map(({ id }) => id),
      ['c', 'a'],
    );
    assert.equal(await store.read((view) => view.getMany('workspaces', [])), []);
  });

  test('a key is unique within kind and scope, an id in the whole store', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('ws-1', { key: 'net' })));
    const taken = (await catchError(store.write((tx) => tx.insert(createDraft('ws-2', { key: 'net' }))))) as DuplicateKey;
    assert.instance(taken, DuplicateKey);
    assert.equal([taken.kind, taken.scope, taken.key], ['workspaces', 'acme', 'net']);
    assert.instance(
      await catchError(store.write((tx) => tx.insert(createDraft('ws-1', { kind: 'projects', scope: 'other', key: 'other' })))),
      DuplicateKey,
      'id',
    );
    await store.write((tx) => tx.insert(createDraft('ws-3', { key: 'NET' })));
    await store.write((tx) => tx.insert(createDraft('ws-4', { key: 'net', scope: 'other' })));
    await store.write((tx) => tx.insert(createDraft('ws-5', { key: 'net', kind: 'projects' })));
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 3);
  });

  test('an update replaces body, key, name and scope, keeps seq, and adds one to the version', async ({ store }) => {
    const first = await store.write((tx) => tx.insert(createDraft('ws-1', { key: 'net', name: 'Net', body: { a: 1, b: 2 } })));
    const second = await store.write((tx) => tx.update(first, { body: { b: 3 } }));
    assert.equal(second, { ...first, version: 2, body: { b: 3 } });
    const third = await store.write((tx) => tx.update(second, { body: { c: 4 }, key: 'web', name: 'Web', scope: 'other' }));
    assert.equal(third, { ...first, version: 3, key: 'web', name: 'Web', scope: 'other', body: { c: 4 } });
    assert.equal(await store.read((view) => view.get('workspaces', 'ws-1')), third);
    assert.is(await store.read((view) => view.getByKey('workspaces', 'acme', 'net')), undefined);
    assert.equal(await store.read((view) => view.getByKey('workspaces', 'other', 'web')), third);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces', nameContains: 'we' })), 1, 'the new name is searched');
  });

  test('an update of a version that is no longer there is Stale', async ({ store }) => {
    const first = await store.write((tx) => tx.insert(createDraft('ws-1', { body: 1 })));
    await store.write((tx) => tx.update(first, { body: 2 }));
    assert.instance(await catchError(store.write((tx) => tx.update(first, { body: 3 }))), StaleRecord);
    await store.write((tx) => tx.delete('workspaces', 'ws-1'));
    assert.instance(await catchError(store.write((tx) => tx.update({ ...first, version: 2 }, { body: 4 }))), StaleRecord, 'deleted');
  });

  test('an update to a taken key is KeyTaken, and the unit may go on', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('ws-1', { key: 'net' }));
      await tx.insert(createDraft('ws-2', { key: 'web', body: 1 }));
    });
    await store.write(async (tx) => {
      const web = (await tx.get('workspaces', 'ws-2'))!;
      assert.instance(await catchError(tx.update(web, { body: 2, key: 'net' })), DuplicateKey);
      await tx.update(web, { body: 3, key: 'app' });
    });
    const { key, body, version } = (await store.read((view) => view.get('workspaces', 'ws-2')))!;
    assert.equal({ key, body, version }, { key: 'app', body: 3, version: 2 });
  });

  test('a deletion frees the key, and one of nothing is none', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('ws-1', { key: 'net' })));
    await store.write((tx) => tx.delete('projects', 'ws-1'));
    assert.is((await store.read((view) => view.get('workspaces', 'ws-1')))?.id, 'ws-1', 'another kind');
    await store.write((tx) => tx.delete('workspaces', 'ws-1'));
    assert.is(await store.read((view) => view.get('workspaces', 'ws-1')), undefined);
    await store.write((tx) => tx.delete('workspaces', 'ws-1'));
    await store.write((tx) => tx.insert(createDraft('ws-2', { key: 'net' })));
  });

  test('seq grows with every insert, over deletions too', async ({ store }) => {
    const a = await store.write((tx) => tx.insert(createDraft('a')));
    const b = await store.write((tx) => tx.insert(createDraft('b')));
    await store.write((tx) => tx.delete('workspaces', 'b'));
    const c = await store.write((tx) => tx.insert(createDraft('c')));
    assert.ok(a.seq < b.seq && b.seq < c.seq, `${a.seq}, ${b.seq}, ${c.seq}`);
  });

  test('text that an engine cannot keep is refused when written and not found when asked for', async ({ store }) => {
    const bad = { nul: 'a\0b', half: 'a\ud83d', other: '\udc00z' };
    for (const text of Object.values(bad)) {
      assert.instance(await catchError(store.write((tx) => tx.insert(createDraft('ws-1', { key: text })))), UnstorableText);
      assert.instance(await catchError(store.write((tx) => tx.insert(createDraft('ws-1', { name: text, key: 'k' })))), UnstorableText);
      assert.instance(await catchError(store.write((tx) => tx.insert(createDraft('ws-1', { body: { deep: [text] } })))), UnstorableText);
      assert.instance(await catchError(store.write((tx) => tx.insert(createDraft('ws-1', { body: { [text]: 1 } })))), UnstorableText);
      assert.instance(await catchError(store.write((tx) => tx.link('tags', text, 'x'))), UnstorableText);
      assert.is(await store.read((view) => view.get('workspaces', text)), undefined);
      assert.is(await store.read((view) => view.getByKey('workspaces', 'acme', text)), undefined);
      assert.is(await store.read((view) => view.count({ kind: 'workspaces', nameContains: text })), 0);
      assert.is(await store.read((view) => view.count({ kind: 'workspaces', nameLike: `*${text}*` })), 0);
      assert.is(await store.read((view) => view.count({ kind: 'workspaces', body: [{ path: 'a', is: text }] })), 0);
      assert.equal(await store.read((view) => view.listLinks('tags', { from: [text] })), []);
      await store.write((tx) => tx.delete('workspaces', text));
    }
    await store.write((tx) => tx.insert(createDraft('ws-1', { body: { spelled: '\\u0000 \\ud800', pair: '\ud83d\ude00' } })));
    assert.equal((await store.read((view) => view.get('workspaces', 'ws-1')))?.body, { spelled: '\\u0000 \\ud800', pair: '😀' });
  });

  test('clear forgets everything', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('ws-1'));
      await tx.link('tags', 'ws-1', 'tag-1');
    });
    await store.clear();
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 0);
    assert.equal(await store.read((view) => view.listLinks('tags', { from: 'ws-1' })), []);
  });
};
