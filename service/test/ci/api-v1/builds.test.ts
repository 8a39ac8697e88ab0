import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scriptJob } from '../../../src/ci/jobs/script-job.ts';
import { newId } from '../../../src/store/new-id.ts';
import { statusAndMessage } from '../support.ts';
import { type PipelineTest, startPipelineTest } from '../pipelines/support.ts';

const test = suite<{ here: PipelineTest }>('builds of API v1.1');
const configuration = `version: 2.1
jobs:
  test: { docker: [{ image: node }], steps: [checkout] }
  lint: { docker: [{ image: node }], steps: [checkout] }
workflows: { all: { jobs: [test, lint] } }
`;
const finish = async (here: PipelineTest): Promise<void> => {
  for (let turn = 0; turn < 6; turn++) await here.wait(100);
};
test.before.each(async (context) => {
  const here = await startPipelineTest();
  await here.configureProject(configuration);
  await here.store.write((tx) =>
    scriptJob(tx, newId, {
      job: 'lint',
      outcome: 'failed',
      artifacts: [{ path: 'report.txt', content: 'x' }],
      tests: [{ name: 'one', classname: 'c', result: 'failure', message: 'no', run_time: 0.5, file: 'a', source: 's' }],
    }),
  );
  context.here = here;
});
test.after.each(async ({ here }) => {
  await here.close();
});

const path = '//api/v1.1/project/github/acme/web';
const numbers = (response: any): readonly unknown[] => response.body.map(({ build_num, status }: any) => [build_num, status]);

test('lists have the newest build first, by branch and filter, in parts', async ({ here }) => {
  await here.trigger({ branch: 'main' });
  await finish(here);
  await here.trigger({ branch: 'next/one' });
  await finish(here);
  assert.equal(numbers(await here.ci(`GET ${path}`)), [
    [4, 'failed'],
    [3, 'success'],
    [2, 'failed'],
    [1, 'success'],
  ]);
  assert.equal(numbers(await here.ci(`GET ${path}/tree/main?limit=5&offset=0&filter=completed`)), [
    [2, 'failed'],
    [1, 'success'],
  ]);
  assert.equal(numbers(await here.ci(`GET ${path}/tree/next%2Fone?filter=failed`)), [[4, 'failed']]);
  assert.equal(numbers(await here.ci(`GET ${path}?limit=2&offset=1&shallow=true`)), [
    [3, 'success'],
    [2, 'failed'],
  ]);
  assert.equal(numbers(await here.ci(`GET ${path}?filter=running`)), []);
  assert.equal(numbers(await here.ci('GET //api/v1.1/recent-builds?limit=1')), [[4, 'failed']]);
  assert.equal((await here.ci('GET //api/v1.1/recent-builds', undefined, { token: 'stranger-token' })).body, []);
  assert.equal(statusAndMessage(await here.ci(`GET ${path}?limit=101`)), [400, 'limit: expected a number from 0 to 100, got "101"']);
  assert.is((await here.ci(`GET ${path}?filter=odd`)).status, 400);
  assert.is((await here.ci(`GET ${path}?fliter=failed`)).status, 400, 'a parameter that is not known');
});

test('a build shows what its pipeline and workflow are', async ({ here }) => {
  await here.trigger({ branch: 'main' });
  await finish(here);
  const { body: build } = await here.ci(`GET ${path}/2`);
  assert.equal(
    [build.build_num, build.outcome, build.lifecycle, build.branch, build.user.login, build.has_artifacts, build.steps],
    [2, 'failed', 'finished', 'main', 'olivia', true, []],
  );
  assert.equal([build.workflows.job_name, build.workflows.workflow_name], ['lint', 'all']);
  assert.is(build.build_time_millis, 100);
  assert.is((await here.ci(`GET ${path}/77`)).status, 404);
  assert.is((await here.ci(`GET ${path}/2`, undefined, { token: 'stranger-token' })).status, 404);
});

test('artifacts and test results of a build, and of the latest one that matches', async ({ here }) => {
  await here.trigger({ branch: 'main' });
  await finish(here);
  const [artifact, ...more] = (await here.ci(`GET ${path}/2/artifacts`)).body;
  assert.equal([artifact.path, artifact.pretty_path, artifact.node_index, more], ['report.txt', 'report.txt', 0, []]);
  assert.equal((await here.ci(`GET ${path}/latest/artifacts?filter=failed&branch=main`)).body, [artifact]);
  assert.equal((await here.ci(`GET ${path}/latest/artifacts?filter=successful`)).body, []);
  assert.is((await here.ci(`GET ${path}/latest/artifacts?branch=none`)).status, 404);
  const { body } = await here.ci(`GET ${path}/2/tests`);
  assert.equal(
    [body.exceptions, body.tests.map(({ name, result, run_time }: any) => [name, result, run_time])],
    [[], [['one', 'failure', 0.5]]],
  );
});

test('a build is canceled while it runs, and run again when its workflow is over', async ({ here }) => {
  await here.trigger({ branch: 'main' });
  await here.wait(100);
  await here.wait(100);
  await here.wait(100);
  assert.is((await here.ci(`POST ${path}/1/cancel`)).body.status, 'canceled');
  await finish(here);
  const retry = await here.ci(`POST ${path}/1/retry`);
  assert.equal([retry.status, retry.body.build_num, retry.body.status, retry.body.workflows.job_name], [200, null, 'not_running', 'test']);
  await finish(here);
  assert.equal(numbers(await here.ci(`GET ${path}?limit=1`)), [[3, 'success']]);
  assert.is((await here.ci(`POST ${path}/1/cancel`)).status, 400);
});

test('a build is triggered: a pipeline of the branch or of a tag', async ({ here }) => {
  const { status, body } = await here.ci(`POST ${path}/tree/main`, { parallel: null, revision: null, tag: null });
  assert.equal([status, body.status, body.body, body.pipeline.number], [201, 201, 'Build created', 1]);
  const vcs = async (id: string) => (await here.ci(`GET /pipeline/${id}`)).body.vcs;
  assert.is((await vcs(body.pipeline.id)).branch, 'main');
  const tagged = await here.ci(`POST ${path}/tree/main`, { tag: 'v1' });
  assert.is((await vcs(tagged.body.pipeline.id)).tag, 'v1');
  assert.is((await here.ci(`POST ${path}/build`)).status, 201);
  assert.equal(statusAndMessage(await here.ci(`POST ${path}/tree/main`, { revision: 'abc' })), [400, 'revision: expected null, got "abc"']);
});

test.run();
