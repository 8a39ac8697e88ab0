import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNameIndexing } from '../../src/store/sqlite/name-indexing.ts';

/** A database in which names wait, and of which each statement that indexes them takes 1,000. */
const namesThatWait = () => {
  const state = { waiting: 0, portions: [] as number[] };
  const connection = {
    query: () => [{ found: state.waiting > 0 ? 1 : 0 }],
    execute: () => {
      const portion = Math.min(state.waiting, 1000);
      state.portions.push(portion);
      state.waiting -= portion;
    },
  };
  const indexing = createNameIndexing(connection, async (work) => work());
  return { state, indexing };
};

/** Lets time pass, and what waits for it go on. */
const tick = async (milliseconds: number): Promise<void> => {
  mock.timers.tick(milliseconds);
  await nextTurn();
};

const test = suite('the index of names, while records are written');
test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after.each(() => mock.timers.reset());

test('names that are written without a pause are indexed four times a second, not one by one', async () => {
  const { state, indexing } = namesThatWait();
  for (let millisecond = 0; millisecond < 1000; millisecond++) {
    state.waiting += 1;
    indexing.wake();
    await tick(1);
  }
  assert.equal(state.portions, [250, 250, 250, 250]);
});

test('what one portion left is indexed after ten milliseconds', async () => {
  const { state, indexing } = namesThatWait();
  state.waiting = 2500;
  indexing.wake();
  await tick(250);
  assert.equal(state.portions, [1000]);
  await tick(10);
  await tick(10);
  assert.equal(state.portions, [1000, 1000, 500]);
  await tick(1000);
  assert.equal(state.portions, [1000, 1000, 500]);
});

test.run();
