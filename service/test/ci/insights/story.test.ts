import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPipelineTest, type PipelineTest, twoJobs } from '../pipelines/support.ts';

const test = suite<{ here: PipelineTest }>('CI insights of pipelines');
test.before.each(async (context) => {
  context.here = await startPipelineTest({ settings: { ciStatusMilliseconds: 60_000 } });
});
test.after.each(async ({ here }) => {
  await here.close();
});

const minute = 60_000;
const figures = async ({ ci }: PipelineTest, path: string) => (await ci(`GET /insights/gh/acme/web/workflows${path}`)).body.items;
const outcome = ({ store }: PipelineTest, job: string, is: string) =>
  store.write((tx) => tx.insert({ id: `outcome-${job}`, kind: 'ci-job-outcomes', scope: '', key: job, name: job, body: { outcome: is } }));

test("a workflow is counted when it has ended, with its approval and its jobs' credits", async ({ here }) => {
  await here.configureProject(twoJobs);
  const id = await here.trigger();
  for (let at = 0; at < 5; at++) await here.wait(minute);
  assert.equal(await figures(here, ''), [], 'it waits for its approval');
  const [workflow] = (await here.ci(`GET /pipeline/${id}/workflow`)).body.items;
  const hold = (await here.ci(`GET /workflow/${workflow.id}/job`)).body.items.find(({ name }: any) => name === 'hold');
  await here.ci(`POST /workflow/${workflow.id}/approve/${hold.id}`);
  for (let at = 0; at < 4; at++) await here.wait(minute);
  // `test` ran a minute at 10, `ship` a minute on two large machines at 20.
  assert.equal(await figures(here, '/all'), [
    {
      id: workflow.id,
      branch: 'main',
      duration: 420,
      created_at: '2026-05-01T12:01:00.000Z',
      stopped_at: '2026-05-01T12:08:00.000Z',
      credits_used: 50,
      status: 'success',
      is_approval: true,
    },
  ]);
  assert.equal(
    (await figures(here, '/all/jobs')).map(({ name, metrics }: any) => [
      name,
      metrics.total_runs,
      metrics.total_credits_used,
      metrics.total_duration_secs,
    ]),
    [
      ['ship', 1, 40, 60],
      ['test', 1, 10, 60],
    ],
  );
});

test('a rerun is a run of its own, and what it kept is counted once', async ({ here }) => {
  await here.configureProject(
    'version: 2.1\njobs:\n  a: { docker: [{ image: x }], steps: [checkout] }\n' +
      '  b: { docker: [{ image: x }], steps: [checkout] }\nworkflows: { all: { jobs: [a, b] } }\n',
  );
  await outcome(here, 'b', 'failed');
  const id = await here.trigger();
  for (let at = 0; at < 5; at++) await here.wait(minute);
  const [workflow] = (await here.ci(`GET /pipeline/${id}/workflow`)).body.items;
  await here.store.write(async (tx) => {
    await tx.delete('ci-job-outcomes', 'outcome-b');
  });
  assert.is((await here.ci(`POST /workflow/${workflow.id}/rerun`, { from_failed: true })).status, 202);
  for (let at = 0; at < 5; at++) await here.wait(minute);
  assert.equal(
    (await figures(here, '/all')).map(({ status, credits_used: credits }: any) => [status, credits]),
    [
      ['success', 10],
      ['failed', 20],
    ],
  );
  assert.equal(
    (await figures(here, '/all/jobs')).map(({ name, metrics }: any) => [
      name,
      metrics.total_runs,
      metrics.successful_runs,
      metrics.total_recoveries,
    ]),
    [
      ['a', 1, 1, 0],
      ['b', 2, 1, 1],
    ],
  );
  const [{ metrics }] = await figures(here, '');
  assert.equal([metrics.total_runs, metrics.total_recoveries], [2, 1]);
});

test('a canceled workflow is counted, too', async ({ here }) => {
  await here.configureProject(twoJobs);
  const id = await here.trigger();
  await here.wait(minute);
  const [workflow] = (await here.ci(`GET /pipeline/${id}/workflow`)).body.items;
  await here.ci(`POST /workflow/${workflow.id}/cancel`);
  assert.equal(
    (await figures(here, '/all')).map(({ status, duration, credits_used: credits }: any) => [status, duration, credits]),
    [['canceled', 0, 0]],
  );
});

test.run();
