import * as assert from 'uvu/assert';
import { DuplicateKey, StaleRecord } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createDraft } from './new-record.ts';

const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => make(at)));
const won = (ends: readonly PromiseSettledResult<unknown>[]) => ends.filter(({ status }) => status === 'fulfilled').length;
const lostBy = (ends: readonly PromiseSettledResult<unknown>[], kind: abstract new (...given: never[]) => Error) =>
  ends.filter((end) => end.status === 'rejected' && end.reason instanceof kind).length;

export const races: Register = (test) => {
  test('100 inserts of one key at once: one wins, 99 are KeyTaken', async ({ store }) => {
    const ends = await times(100, (at) => store.write((tx) => tx.insert(createDraft(`ws-${at}`, { key: 'net' }))));
    assert.equal([won(ends), lostBy(ends, DuplicateKey)], [1, 99]);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 1);
  });

  test('100 units that read, add one and write lose no update', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('counter', { body: 0 })));
    const ends = await times(100, () =>
      store.write(async (tx) => {
        const counter = (await tx.get<number>('workspaces', 'counter'))!;
        await tx.update(counter, { body: counter.body + 1 });
      }),
    );
    assert.is(won(ends), 100);
    const counter = await store.read((view) => view.get('workspaces', 'counter'));
    assert.equal([counter?.body, counter?.version], [100, 101]);
  });

  test('20 updates of one version seen before: one wins, 19 are Stale', async ({ store }) => {
    const seen = await store.write((tx) => tx.insert(createDraft('ws-1', { body: 'free' })));
    const ends = await times(20, (at) => store.write((tx) => tx.update(seen, { body: `held by ${at}` })));
    assert.equal([won(ends), lostBy(ends, StaleRecord)], [1, 19]);
  });

  test('a rule over several records holds: two units cannot each leave because the other stays', async ({ store }) => {
    const ends = [];
    for (let round = 0; round < 10; round++) {
      await store.write(async (tx) => {
        for (const who of ['ann', 'bob']) await tx.insert(createDraft(`${who}-${round}`, { scope: `${round}`, body: { on: true } }));
      });
      ends.push(
        ...(await times(2, (at) =>
          store.write(async (tx) => {
            const on = await tx.list<{ on: boolean }>({ kind: 'workspaces', scope: `${round}`, body: [{ path: 'on', is: true }] });
            if (on.total < 2) throw new Error('somebody must stay');
            await tx.update(on.records[at]!, { body: { on: false } });
          }),
        )),
      );
    }
    assert.is(won(ends), 10);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces', body: [{ path: 'on', is: true }] })), 10);
  });

  test('keys inserted in opposite orders end: one wins each pair, nobody hangs', async ({ store }) => {
    const ends = await times(40, (at) =>
      store.write(async (tx) => {
        const keys = at % 2 ? ['left', 'middle', 'right'] : ['right', 'middle', 'left'];
        for (const key of keys) await tx.insert(createDraft(`${key}-${at}`, { key }));
      }),
    );
    assert.equal([won(ends), lostBy(ends, DuplicateKey)], [1, 39]);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 3);
  });

  test('one link made 50 times at once is new once', async ({ store }) => {
    const ends = await times(50, (at) => store.write((tx) => tx.addLink('tags', 'a', 't', at)));
    assert.is(ends.filter((end) => end.status === 'fulfilled' && end.value).length, 1);
    assert.is((await store.read((view) => view.listLinks('tags', { from: 'a' }))).length, 1);
  });

  test('a record that is deleted while others link to it ends without links', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('hub')));
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) =>
        store.write(async (tx) => {
          if (await tx.get('workspaces', 'hub')) await tx.link('tags', 'hub', `t${at}`);
        }),
      ),
      store.write((tx) => tx.delete('workspaces', 'hub')),
      ...Array.from({ length: 20 }, (_, at) =>
        store.write(async (tx) => {
          if (await tx.get('workspaces', 'hub')) await tx.link('tags', `f${at}`, 'hub');
        }),
      ),
    ]);
    assert.equal(await store.read((view) => view.listLinks('tags', { from: 'hub' })), []);
    assert.equal(await store.read((view) => view.listLinks('tags', { to: 'hub' })), []);
  });
};
