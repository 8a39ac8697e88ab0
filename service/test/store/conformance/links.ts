import * as assert from 'uvu/assert';
import type { Register } from './conformance.ts';
import { createDraft } from './new-record.ts';

export const links: Register = (test) => {
  test('a link is unique, keeps its place and takes the newest note', async ({ store }) => {
    const news = await store.write(async (tx) => [
      await tx.addLink('tags', 'ws-1', 'tag-1', { by: 'ann' }),
      await tx.addLink('tags', 'ws-1', 'tag-2'),
      await tx.addLink('tags', 'ws-1', 'tag-1', { by: 'bob' }),
      await tx.addLink('other', 'ws-1', 'tag-1'),
      await tx.addLink('tags', 'tag-1', 'ws-1'),
    ]);
    assert.equal(news, [true, true, false, true, true]);
    assert.equal(await store.read((view) => view.listLinks('tags', { from: 'ws-1' })), [
      { kind: 'tags', from: 'ws-1', to: 'tag-1', note: { by: 'bob' } },
      { kind: 'tags', from: 'ws-1', to: 'tag-2', note: null },
    ]);
  });

  test('of things to which links lead, those are told to which anything but one leads', async ({ store }) => {
    await store.write(async (tx) => {
      for (const from of ['a', 'b', 'c']) await tx.link('tags', from, 'many');
      await tx.link('tags', 'a', 'one');
      await tx.link('other', 'b', 'one');
    });
    const listLinked = (to: readonly string[], except: string): Promise<readonly string[]> =>
      store.read(async (view) => (await view.listLinked('tags', to, except)).toSorted());
    assert.equal(await listLinked(['many', 'one', 'none', 'x\u0000'], 'b'), ['many', 'one']);
    assert.equal(await listLinked(['many', 'one', 'none'], 'a'), ['many']);
    assert.equal(await listLinked([], 'a'), []);
  });

  test('links are asked from either end, for one or several, in the order they were made', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.link('tags', 'b', 't2');
      await tx.link('tags', 'a', 't1');
      await tx.link('tags', 'a', 't2');
      await tx.link('tags', 'c', 't1');
    });
    const ends = (side: Parameters<Parameters<Parameters<typeof store.read>[0]>[0]['listLinks']>[1]) =>
      store.read(async (view) => (await view.listLinks('tags', side)).map(({ from, to }) => `${from}>${to}`).join(' '));
    assert.is(await ends({ from: 'a' }), 'a>t1 a>t2');
    assert.is(await ends({ to: 't1' }), 'a>t1 c>t1');
    assert.is(await ends({ from: ['c', 'b', 'x'] }), 'b>t2 c>t1');
    assert.is(await ends({ to: ['t1', 't2'] }), 'b>t2 a>t1 a>t2 c>t1');
    assert.is(await ends({ from: [] }), '');
    assert.is(await ends({ from: 'x' }), '');
  });

  test('unlink removes that link alone, and needs none', async ({ store }) => {
    await store.write((tx) => tx.link('tags', 'a', 't'));
    const count = () => store.read(async (view) => (await view.listLinks('tags', { from: 'a' })).length);
    await store.write((tx) => tx.unlink('tags', 't', 'a'));
    await store.write((tx) => tx.unlink('other', 'a', 't'));
    assert.is(await count(), 1);
    await store.write((tx) => tx.unlink('tags', 'a', 't'));
    await store.write((tx) => tx.unlink('tags', 'a', 't'));
    assert.is(await count(), 0);
  });

  test('a deleted record takes its links with it, in both directions and of every kind, and no others', async ({ store }) => {
    await store.write(async (tx) => {
      for (const id of ['a', 'b', 'c']) await tx.insert(createDraft(id));
      await tx.link('consumers', 'a', 'b');
      await tx.link('consumers', 'b', 'c');
      await tx.link('consumers', 'c', 'a');
      await tx.link('tags', 'b', 't');
    });
    await store.write((tx) => tx.delete('workspaces', 'b'));
    const left = await store.read(async (view) => [
      ...(await view.listLinks('consumers', { from: ['a', 'b', 'c'] })),
      ...(await view.listLinks('tags', { from: ['a', 'b', 'c'] })),
    ]);
    assert.equal(
      left.map(({ from, to }) => `${from}>${to}`),
      ['c>a'],
    );
    assert.is(
      await store.write(async (tx) => {
        await tx.delete('projects', 'c');
        return (await tx.listLinks('consumers', { from: 'c' })).length;
      }),
      1,
      'nothing deleted, nothing cut',
    );
  });
};
