import * as assert from 'uvu/assert';
import { StaleRecord } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createDraft } from './new-record.ts';

/** What a unit deletes, and does afterwards. */
export const ownDeletions: Register = (test) => {
  test('what is written after a deletion is there, whatever was deleted', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('old', { kind: 'vars', scope: 'ws', key: 'one', body: 1 }));
      await tx.insert(createDraft('ws', { body: 1 }));
      await tx.link('tags', 'ws', 'red');
    });
    await store.write(async (tx) => {
      await tx.deleteMany({ kinds: ['vars'], scopes: ['ws'] });
      await tx.insert(createDraft('new', { kind: 'vars', scope: 'ws', key: 'one', body: 2 }));
      await tx.delete('workspaces', 'ws');
      await tx.insert(createDraft('ws', { body: 2 }));
      await tx.link('tags', 'ws', 'blue');
      await tx.delete('vars', 'new');
      await tx.link('tags', 'new', 'green');
    });
    const found = await store.read(async (view) => ({
      vars: (await view.list({ kind: 'vars' })).records.map(({ id, body }) => [id, body]),
      body: (await view.get('workspaces', 'ws'))?.body,
      tags: (await view.listLinks('tags', { from: ['ws', 'new'] })).map(({ to }) => to),
    }));
    assert.equal(found, { vars: [], body: 2, tags: ['blue', 'green'] });
  });

  test('a unit finds neither what it has deleted nor its links, and may not change it', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.insert(createDraft(id));
      await tx.insert(createDraft('var', { kind: 'vars', scope: 'a', key: 'var' }));
      await tx.link('next', 'a', 'b');
      await tx.link('next', 'b', 'c');
    });
    const found = await store.write(async (tx) => {
      const [a, b] = [await tx.get('workspaces', 'a'), await tx.get('workspaces', 'b')];
      assert.equal([a?.id, b?.id, (await tx.get('vars', 'var'))?.id], ['a', 'b', 'var']);
      await tx.delete('workspaces', 'b');
      await tx.deleteMany({ kinds: ['vars'], scopes: ['a'] });
      return {
        records: [await tx.get('workspaces', 'b'), await tx.getByKey('workspaces', 'acme', 'b'), await tx.get('vars', 'var')],
        others: [(await tx.get('workspaces', 'a'))?.id, (await tx.getByKey('workspaces', 'acme', 'c'))?.id],
        links: [await tx.listLinks('next', { from: 'a' }), await tx.listLinks('next', { to: 'c' })],
        total: (await tx.list({ kind: 'workspaces' })).total,
      };
    });
    assert.equal(found, { records: [undefined, undefined, undefined], others: ['a', 'c'], links: [[], []], total: 2 });
    const failed = store.write(async (tx) => {
      const c = (await tx.get('workspaces', 'c'))!;
      await tx.delete('workspaces', 'c');
      await tx.update(c, { body: 1 });
    });
    assert.instance(await failed.catch((error: unknown) => error), StaleRecord);
    assert.is((await store.read((view) => view.get('workspaces', 'c')))?.id, 'c');
  });

  test('what the same unit inserted is deleted as well, and counts follow', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 150; at++) await tx.insert(createDraft(`old-${at}`, { kind: 'vars', scope: 'ws', key: `old-${at}` }));
    });
    const count = () => store.read((view) => view.count({ kind: 'vars', scope: 'ws' }));
    assert.equal([await count(), await count()], [150, 150]);
    await store.write(async (tx) => {
      await tx.insert(createDraft('new', { kind: 'vars', scope: 'ws', key: 'new' }));
      await tx.deleteMany({ kinds: ['vars'], scopes: ['ws'] });
    });
    assert.equal([await count(), await count()], [0, 0]);
    assert.is(await store.read((view) => view.get('vars', 'old-7')), undefined);
  });

  test('a unit that fails deletes nothing', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('kept', { kind: 'vars', scope: 'ws', key: 'kept' })));
    const failed = store.write(async (tx) => {
      await tx.deleteMany({ kinds: ['vars'], scopes: ['ws'] });
      throw new Error('no');
    });
    assert.is(await failed.catch(({ message }: Error) => message), 'no');
    assert.is((await store.read((view) => view.get('vars', 'kept')))?.id, 'kept');
  });
};
