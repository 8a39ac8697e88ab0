import * as assert from 'uvu/assert';
import type { Register } from './conformance.ts';
import { createDraft } from './new-record.ts';

export const repeatedLinks: Register = (test) => {
  test('a link that is made or made again says nothing of itself, and is the same', async ({ store }) => {
    const link = (to: string, note: unknown) => store.write((tx) => tx.link('tags', 'ws-1', to, note));
    for (const [to, note] of [
      ['tag-1', 1],
      ['tag-2', 2],
      ['tag-1', 3],
      ['tag-2', null],
    ] as const)
      assert.is(await link(to, note), undefined);
    assert.equal(await store.read((view) => view.listLinks('tags', { from: 'ws-1' })), [
      { kind: 'tags', from: 'ws-1', to: 'tag-1', note: 3 },
      { kind: 'tags', from: 'ws-1', to: 'tag-2', note: null },
    ]);
  });

  test('one unit makes, removes and makes a link again, which then stands behind the others', async ({ store }) => {
    const seen = await store.write(async (tx) => {
      await tx.insert(createDraft('new'));
      for (const from of ['new', 'other']) {
        await tx.link('tags', from, 'a', 1);
        await tx.link('tags', from, 'b', 1);
        await tx.unlink('tags', from, 'a');
        await tx.unlink('tags', from, 'c');
        await tx.link('tags', from, 'a', 2);
        await tx.link('tags', from, 'b', 3);
        await tx.unlink('more', from, 'a');
        await tx.link('more', from, 'a');
        await tx.unlink('more', from, 'a');
      }
      return tx.listLinks('tags', { from: ['new', 'other'] });
    });
    const expected = [
      { kind: 'tags', from: 'new', to: 'b', note: 3 },
      { kind: 'tags', from: 'new', to: 'a', note: 2 },
      { kind: 'tags', from: 'other', to: 'b', note: 3 },
      { kind: 'tags', from: 'other', to: 'a', note: 2 },
    ];
    assert.equal(seen, expected);
    assert.equal(await store.read((view) => view.listLinks('tags', { from: ['new', 'other'] })), expected);
    assert.equal(await store.read((view) => view.listLinks('more', { to: 'a' })), []);
  });

  test('several links are removed at once, and the others stay', async ({ store }) => {
    await store.write(async (tx) => {
      for (let at = 0; at < 1200; at++) await tx.link('tags', 'a', `t-${at}`);
      for (const [kind, from] of [
        ['tags', 'b'],
        ['other', 'a'],
      ] as const)
        await tx.link(kind, from, 't-0');
      await tx.unlink('tags', 'a', [...Array.from({ length: 1200 }, (_, at) => `t-${at}`).slice(1), 'none', 'none\0']);
      await tx.unlink('tags', 'a', []);
    });
    const left = await store.read(async (view) => [
      ...(await view.listLinks('tags', { from: ['a', 'b'] })),
      ...(await view.listLinks('other', { from: 'a' })),
    ]);
    assert.equal(
      left.map(({ kind, from, to }) => `${kind} ${from} ${to}`),
      ['tags a t-0', 'tags b t-0', 'other a t-0'],
    );
  });
};
