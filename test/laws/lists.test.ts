// watchdog: 240 s
import { runs, schedule } from '../support/scale.ts';
import { fc } from '../support/seed.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endpointMethod } from '../../declarations/src/declare/index.ts';
import { ciEndpoints } from '../../src/client/operations/ci-operations.ts';
import { workspaceEndpoints } from '../../src/client/operations/workspace-operations.ts';
import { startPipelineTest } from '../../service/test/ci/pipelines/support.ts';
import { below, assertExactLists } from './lists/exact.ts';
import type { CreateFixtures } from '../../service/test/laws/lists/list-fixture.ts';
import { createCiFixtures } from '../../service/test/laws/lists/ci-fixtures.ts';
import { createRunFixtures } from '../../service/test/laws/lists/run-fixtures.ts';
import { createWorkspaceFixtures } from '../../service/test/laws/lists/workspace-fixtures.ts';
import { createListReader } from './lists/list-reader.ts';
import { listsOfEachKind } from '../../service/test/laws/lists/lists-of-each-kind.ts';

const lists = suite('lists of both services');
const planters: { readonly [name: string]: CreateFixtures } = { ...createWorkspaceFixtures, ...createCiFixtures, ...createRunFixtures };
/** Reads of one thing, which is no list. */
const single = /\.(read\w*|show\w*|me|config|values|projectSummary|organizationSummary|workflowSummary|branches|flakyTests|testMetrics)$/;
const rows = { ...Object.fromEntries(Object.entries(workspaceEndpoints).map(([name, [, row]]) => [name, row])), ...ciEndpoints };

lists('every operation that is a list is planted here', () => {
  const lacking = Object.entries(rows)
    .filter(([name, row]) => endpointMethod(row) === 'GET' && !single.test(name) && !(name in planters))
    .map(([name]) => name);
  assert.equal(lacking, []);
  assert.equal(
    Object.keys(planters).filter((name) => !(name.split(' ')[0]! in rows)),
    [],
  );
});

/**
 * 250 is beyond the second page of the largest size. One list of each way of turning pages has so many in the suite, every list under
 * `npm run torture`.
 */
const isLong = (name: string): boolean =>
  schedule(
    listsOfEachKind.some((one) => one === name),
    true,
  );

// That a page which is just full is the last one, 20 and 21 items say of every list, at sizes of 7 and 20; 101, that 100 are a page.
for (const [name, plant] of Object.entries(planters))
  lists(`${name} is exact with 0, 1, 20, 21, ${isLong(name) ? '100, 101 and 250' : '101'}`, async () => {
    const bench = await startPipelineTest();
    const planter = await plant(bench);
    const counts = isLong(name) ? [0, 1, 20, 21, 100, 101, 250] : [0, 1, 20, 21, 101];
    await assertExactLists(bench, planter, [null, 1, 7, 100], counts, isLong(name) ? 21 : 7);
    await bench.close();
  });

// ---

const turns = fc.array(
  fc.record({ gone: fc.array(fc.nat(), { maxLength: 5 }), come: fc.nat({ max: 3 }), size: fc.constantFrom(1, 7, 20) }),
  { minLength: 1, maxLength: 8 },
);
/** Reads page by page, of any page size, while items are added and removed; true where the list's pages have tokens. */
const comesAndGoes = async (plant: CreateFixtures): Promise<boolean> => {
  const bench = await startPipelineTest();
  const planter = await plant(bench);
  const { add, remove } = planter;
  if (planter.pages !== 'token' || !add) {
    await bench.close();
    return false;
  }
  let fresh = 45;
  let there = below(fresh);
  for (const one of there) await add(one);
  await fc.assert(
    fc.asyncProperty(turns, async (between) => {
      const before = there;
      const [removed, seen]: [Set<string>, string[]] = [new Set(), []];
      for (let next: string | number | null = null, turn = 0; turn === 0 || next !== null; turn++) {
        const { gone, come, size } = between[turn] ?? { gone: [], come: 0, size: 20 };
        const page = await createListReader(bench, planter, size).page(next);
        assert.ok(page.names.length <= size);
        seen.push(...page.names);
        next = page.next;
        const leaving = remove ? [...new Set(gone.map((place) => there[place % there.length]).filter((one) => one !== undefined))] : [];
        const arriving = below(come, fresh);
        fresh += come;
        for (const one of leaving) {
          await remove!(one);
          removed.add(one);
        }
        for (const one of arriving) await add(one);
        there = [...there.filter((one) => !leaving.includes(one)), ...arriving];
      }
      const made = new Map(below(fresh).map((one, index) => [one, index]));
      const rank = (one: string): number | string =>
        planter.order === 'by name' ? one : planter.order === 'newest first' ? -made.get(one)! : made.get(one)!;
      assert.equal(
        seen,
        [...new Set(seen)].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)),
        `${planter.operation}: in order, nothing twice`,
      );
      assert.equal(
        before.filter((one) => !removed.has(one) && !seen.includes(one)),
        [],
        `${planter.operation}: nothing that stayed is missed`,
      );
    }),
    { numRuns: runs(4) },
  );
  await bench.close();
  return true;
};

lists('by tokens nothing that stays is missed or told twice while others come and go', async () => {
  const held: string[] = [];
  for (const [name, plant] of Object.entries(planters)) if (await comesAndGoes(plant)) held.push(name);
  assert.equal(held, [
    'contexts.list',
    'contexts.listVariables',
    'contexts.listRestrictions',
    'pipelines.list',
    'pipelines.listOfProject',
    'pipelines.listMineOfProject',
    'deployments.listEnvironments',
    'deployments.listComponents',
    'deployments.listVersions',
    'projects.listKeys',
    'projects.listVariables',
    'jobs.listArtifacts',
    'insights.workflows',
    'insights.workflowRuns',
    'insights.workflowJobs',
    'insights.jobTimeSeries',
  ]);
});
lists.run();
