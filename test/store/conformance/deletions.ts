import * as assert from 'uvu/assert';
import type { Register } from './conformance.ts';
import { createDraft } from './new-record.ts';

/** Deletions of many records at once. */
export const deletions: Register = (test) => {
  test('all records of some kinds in some scopes are deleted, with their links, and nothing else', async ({ store }) => {
    await store.write(async (tx) => {
      for (const [kind, scope, id] of [
        ['vars', 'ws-1', 'var-1'],
        ['vars', 'ws-1', 'var-2'],
        ['runs', 'ws-2', 'run-1'],
        ['vars', 'ws-3', 'var-3'],
        ['teams', 'ws-1', 'team-1'],
      ] as const)
        await tx.insert(createDraft(id, { kind, scope, key: id }));
      await tx.link('tags', 'var-1', 'tag-1');
      await tx.link('owners', 'team-1', 'var-2');
      await tx.link('tags', 'var-3', 'tag-1');
    });
    const deleted = await store.write((tx) => tx.deleteMany({ kinds: ['vars', 'runs'], scopes: ['ws-1', 'ws-2', 'nobody'] }));
    assert.equal(deleted.map(({ kind, id }) => `${kind} ${id}`).toSorted(), ['runs run-1', 'vars var-1', 'vars var-2']);
    const left = await store.read(async (view) => ({
      vars: (await view.list({ kind: 'vars' })).records.map(({ id }) => id),
      runs: await view.count({ kind: 'runs' }),
      teams: (await view.list({ kind: 'teams' })).records.map(({ id }) => id),
      tags: (await view.listLinks('tags', { to: 'tag-1' })).map(({ from }) => from),
      owners: await view.listLinks('owners', { from: 'team-1' }),
    }));
    assert.equal(left, { vars: ['var-3'], runs: 0, teams: ['team-1'], tags: ['var-3'], owners: [] });
  });

  test('or those with some IDs, of these kinds alone', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.insert(createDraft(id, { kind: 'tags', scope: 'acme', key: id }));
      await tx.insert(createDraft('d', { kind: 'teams', scope: 'acme', key: 'd' }));
    });
    const deleted = await store.write((tx) => tx.deleteMany({ kinds: ['tags'], ids: ['b', 'c', 'd', 'none', 'x\u0000'] }));
    assert.equal(deleted.map(({ id }) => id).toSorted(), ['b', 'c']);
    assert.equal(await store.read(async (view) => [await view.count({ kind: 'tags' }), await view.count({ kind: 'teams' })]), [1, 1]);
    assert.equal(await store.write((tx) => tx.deleteMany({ kinds: ['tags'], ids: [] })), []);
    assert.equal(await store.write((tx) => tx.deleteMany({ kinds: [], scopes: ['acme'] })), []);
  });

  test('what the same unit inserted is deleted as well, and counts follow', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 150; at++) await tx.insert(createDraft(`old-${at}`, { kind: 'vars', scope: 'ws', key: `old-${at}` }));
    });
    const count = () => store.read((view) => view.count({ kind: 'vars', scope: 'ws' }));
    assert.equal([await count(), await count()], [150, 150]);
    const deleted = await store.write(async (tx) => {
      await tx.insert(createDraft('new', { kind: 'vars', scope: 'ws', key: 'new' }));
      return tx.deleteMany({ kinds: ['vars'], scopes: ['ws'] });
    });
    assert.equal([deleted.length, await count(), await count()], [151, 0, 0]);
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
