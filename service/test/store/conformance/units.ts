import * as assert from 'uvu/assert';
import { DuplicateKey, StaleRecord, type Transaction, type ReadTransaction } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createDraft, catchError } from './new-record.ts';

// oxlint-disable-next-line max-lines-per-function -- a list of tests
export const units: Register = (test) => {
  test('a unit that throws leaves nothing behind, and its error comes out as it is', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('old', { body: 1 }));
      await tx.link('tags', 'old', 't');
    });
    const boom = new Error('boom');
    const thrown = await catchError(
      store.write(async (tx) => {
        await tx.insert(createDraft('new'));
        await tx.update((await tx.get('workspaces', 'old'))!, { body: 2 });
        await tx.link('tags', 'old', 'u');
        await tx.delete('workspaces', 'old');
        throw boom;
      }),
    );
    assert.is(thrown, boom);
    assert.is(await store.read((view) => view.get('workspaces', 'new')), undefined);
    assert.is((await store.read((view) => view.get('workspaces', 'old')))?.body, 1);
    assert.equal(
      (await store.read((view) => view.listLinks('tags', { from: 'old' }))).map(({ to }) => to),
      ['t'],
    );
  });

  test('statements are counted by kind, and those that fail too', async ({ store }) => {
    const count = (kind: string): number => store.listStatements().find((one) => one.kind === kind)!.count;
    const secondsBefore = store.listStatements().reduce((sum, { seconds }) => sum + seconds, 0);
    const [inserts, selects, transactions] = [count('insert'), count('select'), count('transaction')];
    await store.write((tx) => tx.insert(createDraft('old')));
    assert.is(count('insert'), inserts + 1);
    assert.ok(count('transaction') > transactions);
    assert.instance(await catchError(store.write((tx) => tx.insert(createDraft('new', { key: 'old' })))), DuplicateKey);
    // PostgreSQL is asked twice: the insert that was taken for done, and then by itself.
    assert.ok(count('insert') > inserts + 1);
    await store.read((view) => view.count({ kind: 'workspaces' }));
    assert.ok(count('select') > selects);
    assert.ok(store.listStatements().reduce((sum, { seconds }) => sum + seconds, 0) > secondsBefore);
  });

  test('a unit that fails does not take its neighbours with it', async ({ store }) => {
    const ends = await Promise.allSettled(
      Array.from({ length: 60 }, (_, at) =>
        store.write(async (tx) => {
          await tx.insert(createDraft(`ws-${at}`));
          if (at % 3 === 0) throw new Error(`no ${at}`);
          if (at % 3 === 1) await tx.insert(createDraft(`twin-${at}`, { key: `ws-${at}` }));
          return at;
        }),
      ),
    );
    assert.is(ends.filter((end) => end.status === 'fulfilled').length, 20);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 20);
    assert.is((ends[0] as PromiseRejectedResult).reason.message, 'no 0');
    assert.instance((ends[1] as PromiseRejectedResult).reason, DuplicateKey);
    assert.is((ends[2] as PromiseFulfilledResult<number>).value, 2);
  });

  test('a unit sees what it wrote; a read never sees half a unit', async ({ store }) => {
    let over = false;
    const writing = store
      .write(async (tx) => {
        for (let at = 0; at < 50; at++) await tx.insert(createDraft(`ws-${at}`));
        assert.is(await tx.count({ kind: 'workspaces' }), 50);
        await new Promise((resolve) => setTimeout(resolve, 30));
        for (let at = 50; at < 100; at++) await tx.insert(createDraft(`ws-${at}`));
      })
      .finally(() => {
        over = true;
      });
    const counts = new Set<number>();
    while (!over) {
      counts.add(await store.read((view) => view.count({ kind: 'workspaces' })));
      await new Promise(setImmediate);
    }
    await writing;
    counts.add(await store.read((view) => view.count({ kind: 'workspaces' })));
    for (const count of counts) assert.ok(count === 0 || count === 100, `saw ${count}`);
  });

  test('a read sees one state from its first question to its last', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('ws-0')));
    const writes: Promise<unknown>[] = [];
    const counts = await store.read(async (view) => {
      const first = await view.count({ kind: 'workspaces' });
      writes.push(store.write((tx) => tx.insert(createDraft('ws-1'))));
      await new Promise((resolve) => setTimeout(resolve, 30));
      return [first, await view.count({ kind: 'workspaces' })];
    });
    assert.equal(counts, [1, 1]);
    await Promise.all(writes);
    assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 2);
  });

  test('a caught KeyTaken leaves the unit alive', async ({ store }) => {
    await store.write((tx) => tx.insert(createDraft('ws-1', { key: 'net' })));
    await store.write(async (tx) => {
      assert.instance(await catchError(tx.insert(createDraft('ws-2', { key: 'net' }))), DuplicateKey);
      await tx.insert(createDraft('ws-2', { key: 'net-2' }));
    });
    assert.is((await store.read((view) => view.getByKey('workspaces', 'acme', 'net-2')))?.id, 'ws-2');
  });

  test('a unit that turns out Stale runs again, and nothing of the first run stays', async ({ store }) => {
    const seen = await store.write((tx) => tx.insert(createDraft('ws-1', { body: 0 })));
    const newer = await store.write((tx) => tx.update(seen, { body: 1 }));
    let runs = 0;
    await store.write(async (tx) => {
      runs++;
      await tx.insert(createDraft(`trace-${runs}`));
      await tx.update(runs === 1 ? seen : newer, { body: 2 });
    });
    assert.is(runs, 2);
    assert.is(await store.read((view) => view.get('workspaces', 'trace-1')), undefined);
    assert.is((await store.read((view) => view.get('workspaces', 'trace-2')))?.id, 'trace-2');
  });

  test('Stale for ever is thrown after some tries; another error at once', async ({ store }) => {
    const seen = await store.write((tx) => tx.insert(createDraft('ws-1')));
    await store.write((tx) => tx.update(seen, { body: 1 }));
    let runs = 0;
    assert.instance(
      await catchError(
        store.write((tx) => {
          runs++;
          return tx.update(seen, { body: 2 });
        }),
      ),
      StaleRecord,
    );
    assert.ok(runs > 1 && runs < 20, `${runs} runs`);
    runs = 0;
    await catchError(
      store.write(async () => {
        runs++;
        throw new Error('no');
      }),
    );
    assert.is(runs, 1);
  });

  test('what outlives its unit is refused, not written into the next one', async ({ store }) => {
    let view: ReadTransaction | undefined, tx: Transaction | undefined;
    await store.read(async (one) => {
      view = one;
    });
    await store.write(async (one) => {
      tx = one;
    });
    assert.match((await catchError(view!.get('workspaces', 'x'))).message, /has ended/);
    assert.match((await catchError(tx!.insert(createDraft('late')))).message, /has ended/);
    assert.is(await store.read((now) => now.get('workspaces', 'late')), undefined);
  });

  test('questions and writes side by side within a unit are fine', async ({ store }) => {
    await store.write((tx) => Promise.all(Array.from({ length: 20 }, (_, at) => tx.insert(createDraft(`ws-${at}`)))));
    const found = await store.read((view) => Promise.all(Array.from({ length: 20 }, (_, at) => view.get('workspaces', `ws-${at}`))));
    assert.equal(found.map((one) => one?.id).slice(0, 3), ['ws-0', 'ws-1', 'ws-2']);
  });
};
