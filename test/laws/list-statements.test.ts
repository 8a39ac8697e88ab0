/** A page of a list costs the same number of queries for any number of objects. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReadTransaction, Store } from '../../service/src/store/store.ts';
import { startPipelineTest } from '../../service/test/ci/pipelines/support.ts';
import { createCiFixtures } from '../../service/test/laws/lists/ci-fixtures.ts';
import { below } from './lists/exact.ts';
import type { CreateFixtures } from '../../service/test/laws/lists/list-fixture.ts';
import { createListReader } from './lists/list-reader.ts';
import { createRunFixtures } from '../../service/test/laws/lists/run-fixtures.ts';
import { createWorkspaceFixtures } from '../../service/test/laws/lists/workspace-fixtures.ts';

const planters: { readonly [name: string]: CreateFixtures } = { ...createWorkspaceFixtures, ...createCiFixtures, ...createRunFixtures };
const questions = ['get', 'getByKey', 'getMany', 'list', 'count', 'countByScope', 'listLinks'] as const;

/** Counts what reads ask of a store from now on. */
const countQuestions = (store: Store): (() => number) => {
  let count = 0;
  const watch = (view: ReadTransaction): ReadTransaction =>
    Object.create(
      view,
      Object.fromEntries(
        questions.map((name) => [
          name,
          {
            value: (...given: unknown[]) => {
              count += 1;
              return (view[name] as (...all: unknown[]) => unknown)(...given);
            },
          },
        ]),
      ),
    ) as ReadTransaction;
  const { read } = store;
  Object.assign(store, { read: (work: (view: ReadTransaction) => Promise<unknown>) => read((view) => work(watch(view))) });
  return () => count;
};

const law = suite('questions of lists');

for (const [name, plant] of Object.entries(planters))
  law(`${name} asks as much for 20 as for 2`, async () => {
    const bench = await startPipelineTest();
    const planter = await plant(bench);
    const plantMore = async (names: readonly string[], from: number): Promise<typeof planter> => {
      if (planter.make) return { ...planter, params: await planter.make(names) };
      for (const one of names.slice(from)) await planter.add!(one);
      return planter;
    };
    const count = countQuestions(bench.store);
    const countPage = async (fixture: typeof planter): Promise<number> => {
      const reader = createListReader(bench, fixture, null);
      // The first request looks up its caller.
      await reader.page(null);
      const before = count();
      await reader.page(null);
      return count() - before;
    };
    const most = Math.min(20, planter.most ?? 20);
    const few = Math.min(2, most);
    const ofFew = await countPage(await plantMore(below(few), 0));
    const ofMany = await countPage(await plantMore(below(most), few));
    assert.is(ofMany, ofFew, `${planter.operation}: ${ofFew} questions for ${few}, ${ofMany} for ${most}`);
    await bench.close();
  });

law.run();
