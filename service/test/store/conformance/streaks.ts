import * as assert from 'uvu/assert';
import type { Store } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { createJob, createRun, midnight } from './ledger-rows.ts';

type Told = readonly [id: string, status: string, minute: number, branch?: string];
const write = (store: Store, runs: readonly Told[]) =>
  store.write(async (tx) => {
    for (const [id, status, minute, branch = 'main'] of runs) {
      const stoppedAt = midnight + minute * 60_000;
      await tx.ledger.addRun(createRun(id, { status, branch, createdAt: stoppedAt - 30_000, stoppedAt }), [
        createJob(`${id}-job`, id, { status, branch, stoppedAt }),
      ]);
    }
  });
/** Minutes to repair, of runs and of jobs: they were told the same. */
const repairs = (store: Store) =>
  store.read(async (view) => {
    const [runs, jobs] = [
      await view.ledger.listRows('workflow_runs', { limit: 100 }),
      await view.ledger.listRows('job_runs', { limit: 100 }),
    ];
    const found = (rows: typeof runs) =>
      Object.fromEntries(
        rows
          .filter(({ recovery }) => recovery !== null)
          .map(({ id, recovery }) => [String(id).replace('-job', ''), (recovery as number) / 60_000]),
      );
    assert.equal(found(jobs), found(runs));
    return found(runs);
  });
const history: readonly Told[] = [
  ['a', 'success', 1],
  ['b', 'failed', 2],
  ['c', 'canceled', 3],
  ['d', 'failed', 5],
  ['e', 'success', 9],
  ['f', 'success', 10],
  ['g', 'error', 11],
  ['h', 'success', 13],
  ['x', 'success', 4, 'other'],
  ['i', 'failed', 20],
];

export const streaks: Register = (test) => {
  test('the success that ends failures tells how long it was broken: since the first of them, on its own branch', async ({ store }) => {
    await write(store, history);
    assert.equal(await repairs(store), { e: 7, h: 2 });
  });

  test('it is the same in whatever order runs are told', async ({ store }) => {
    await write(store, [...history].reverse());
    assert.equal(await repairs(store), { e: 7, h: 2 });
    await store.clear();
    for (const at of [7, 0, 4, 2, 9, 1, 8, 3, 6, 5]) await write(store, [history[at]!]);
    assert.equal(await repairs(store), { e: 7, h: 2 });
  });

  test('what was canceled, or never ran, neither repairs nor breaks', async ({ store }) => {
    await write(store, [
      ['a', 'canceled', 1],
      ['b', 'success', 2],
      ['c', 'failed', 3],
      ['d', 'not_run', 4],
      ['e', 'canceled', 5],
      ['f', 'success', 6],
    ]);
    assert.equal(await repairs(store), { f: 3 });
  });
};
