// watchdog: 120 s
import { cpSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startRunnerTest, type RunnerTest } from './support.ts';

const example = suite('the example repository, built by the CI service');

/** A git repository of examples/pipeline with the branches main and next, and its revision. */
const createExampleRepository = (): { readonly folder: string; readonly revision: string } => {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dirname, '../../../examples/pipeline'), folder, { recursive: true });
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=o', '-c', 'user.email=o@acme.example', '-c', 'commit.gpgsign=false', ...words], {
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'prices');
  git('branch', 'next');
  return { folder, revision: git('rev-parse', 'HEAD') };
};
const storeRepository = async (here: RunnerTest, folder: string): Promise<void> => {
  await here.store.write((tx) =>
    tx.insert({
      id: 'repository',
      kind: 'ci-repositories',
      scope: here.org,
      key: '1',
      name: 'acme/prices',
      body: { fullName: 'acme/prices', defaultBranch: 'main', openSource: false, path: folder },
    }),
  );
};
/** A context with a secret, for the branch main only. */
const restrictContext = async (here: RunnerTest): Promise<void> => {
  const { ci } = here;
  const context = await here.context('shipping');
  await ci(`PUT /context/${context}/environment-variable/SHIP_KEY`, { value: 'canary-of-shipping' });
  await ci(`POST /context/${context}/restrictions`, {
    restriction_type: 'expression',
    restriction_value: 'pipeline.git.branch == "main"',
  });
};
type ReadOfJob = (what: string, number: number) => Promise<any>;
const checkTestJob = async ({ ci }: RunnerTest, slug: string, of: ReadOfJob, number: number): Promise<void> => {
  const { items: tests } = (await of('tests', number)).body;
  assert.equal(tests.map(({ name, classname, result, file, source }: any) => [name, classname, result, file, source]).sort(), [
    ['cents have two digits', 'prices', 'success', 'test/run.mjs', 'junit'],
    ['half a cent is rounded up', 'prices', 'success', 'test/run.mjs', 'junit'],
    ['no tax changes nothing', 'prices', 'success', 'test/run.mjs', 'junit'],
    ['tax is added', 'prices', 'success', 'test/run.mjs', 'junit'],
  ]);
  assert.equal((await of('artifacts', number)).body.items.map(({ path, node_index }: any) => [path, node_index]).sort(), [
    ['junit/junit.xml', 0],
    ['junit/junit.xml', 1],
  ]);
  assert.equal((await ci(`GET /project/${slug}/job/${number}`)).body.parallel_runs, [
    { index: 0, status: 'success' },
    { index: 1, status: 'success' },
  ]);
};
const checkInsights = async ({ ci }: RunnerTest, slug: string): Promise<void> => {
  // The clock stood still but for the second before the approval.
  const insights = async (what: string, query = '') => (await ci(`GET /insights/${slug}/workflows${what}?all-branches=true${query}`)).body;
  const {
    items: [{ name, metrics }],
  } = await insights('');
  assert.equal([name, metrics.total_runs, metrics.successful_runs, metrics.failed_runs], ['build', 2, 1, 1]);
  const { items: runs } = await insights('/build');
  assert.equal(
    runs.map(({ status, branch, duration, is_approval }: any) => [branch, status, duration, is_approval]),
    [
      ['next', 'unauthorized', 0, true],
      ['main', 'success', 1, true],
    ],
  );
  const { items: jobs } = await insights('/build/jobs');
  assert.equal(
    jobs.map((one: any) => [one.name, one.metrics.total_runs, one.metrics.successful_runs]),
    [
      ['ship', 1, 1],
      ['test', 2, 2],
    ],
  );
  const { average_test_count: average, total_test_runs: total, most_failed_tests: failed } = await insights('/build/test-metrics');
  assert.equal([average, total, failed], [4, 2, []]);
};

example(
  'its pipeline really runs: checkout, tests, an approval, a context that lets in and one that refuses, artifacts, a report',
  async () => {
    const here = await startRunnerTest();
    const { ci, wait } = here;
    try {
      const { folder, revision } = createExampleRepository();
      await storeRepository(here, folder);
      const project = await here.project('prices');
      const definition = await here.definition(project.id);
      await restrictContext(here);
      const started = async (branch: string): Promise<string> =>
        (await ci(`POST /project/${project.slug}/pipeline/run`, { definition_id: definition, config: { branch }, checkout: { branch } }))
          .body.id;
      const approved = async (id: string): Promise<any> => {
        const workflow = (await ci(`GET /pipeline/${id}/workflow`)).body.items[0].id;
        assert.is((await ci(`POST /workflow/${workflow}/approve/${(await here.job(id, 'agree')).id}`)).status, 202);
        return here.waitForEnd(id);
      };

      const first = await started('main');
      assert.equal(await here.waitForEnd(first), { build: ['on_hold', { test: 'success', agree: 'on_hold', ship: 'blocked' }] });
      await wait(1000);
      assert.equal(await approved(first), { build: ['success', { test: 'success', agree: 'success', ship: 'success' }] });

      const of = (what: string, number: number) => ci(`GET /project/${project.slug}/${number}/${what}`);
      const { job_number: number } = await here.job(first, 'test');
      await checkTestJob(here, project.slug, of, number);

      const ship = await here.job(first, 'ship');
      const [shipped] = (await of('artifacts', ship.job_number)).body.items;
      assert.is((await ci(`GET //${shipped.url.slice('http://slipway.test/'.length)}`)).body, 'shipped main\n');
      assert.is((await here.readOutput(first, 'ship'))['Ship'], `shipping prices.mjs of ${revision} with ****\n`);

      const second = await started('next');
      await here.waitForEnd(second);
      assert.equal(await approved(second), { build: ['unauthorized', { test: 'success', agree: 'success', ship: 'unauthorized' }] });
      assert.match((await here.readOutput(second, 'test'))['Restore a cache']!, /^The cache v1-\S+ is restored\.\n$/);

      await checkInsights(here, project.slug);
    } finally {
      await here.close();
    }
  },
);

example.run();
