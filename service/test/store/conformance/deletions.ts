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
    await store.write((tx) => tx.deleteMany({ kinds: ['vars', 'runs'], scopes: ['ws-1', 'ws-2', 'nobody'] }));
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
    await store.write(async (tx) => {
      await tx.deleteMany({ kinds: ['tags'], ids: ['b', 'c', 'd', 'none', 'x\u0000'] });
      await tx.deleteMany({ kinds: ['tags'], ids: [] });
      await tx.deleteMany({ kinds: [], scopes: ['acme'] });
    });
    const left = await store.read(async (view) => [
      ...(await view.list({ kind: 'tags' })).records,
      ...(await view.list({ kind: 'teams' })).records,
    ]);
    assert.equal(
      left.map(({ id }) => id),
      ['a', 'd'],
    );
  });

  test('with a record goes what is below it, and below that, of the kinds that are named', async ({ store }) => {
    await store.write(async (tx) => {
      for (const [kind, scope, id] of [
        ['workspaces', 'acme', 'ws-1'],
        ['workspaces', 'globex', 'ws-2'],
        ['runs', 'ws-1', 'run-1'],
        ['runs', 'ws-2', 'run-2'],
        ['logs', 'run-1', 'log-1'],
        ['logs', 'run-2', 'log-2'],
        ['teams', 'ws-1', 'team-1'],
        ['runs', 'team-1', 'run-3'],
      ] as const)
        await tx.insert(createDraft(id, { kind, scope, key: id }));
      await tx.link('reads', 'team-1', 'log-1');
    });
    const childKinds = { workspaces: ['runs'], runs: ['logs'], logs: ['runs'] };
    await store.write((tx) => tx.deleteMany({ kinds: ['workspaces'], scopes: ['acme'], childKinds }));
    const idsOf = async (): Promise<readonly string[]> =>
      store.read(async (view) => {
        const kinds = await Promise.all(['workspaces', 'runs', 'logs', 'teams'].map((kind) => view.list({ kind })));
        return kinds.flatMap(({ records }) => records.map(({ id }) => id));
      });
    assert.equal(await idsOf(), ['ws-2', 'run-2', 'run-3', 'log-2', 'team-1']);
    assert.equal(await store.read((view) => view.listLinks('reads', { from: 'team-1' })), []);
    await store.write(async (tx) => {
      await tx.deleteMany({ kinds: ['runs'], scopes: ['ws-2'] });
      await tx.deleteMany({ kinds: ['runs', 'teams'], ids: ['run-3', 'team-1'], childKinds });
    });
    assert.equal(await idsOf(), ['ws-2', 'log-2']);
  });
};
