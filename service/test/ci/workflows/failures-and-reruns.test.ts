import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPipelineTest, type PipelineTest } from '../pipelines/support.ts';
import { jobsOf, latestWorkflow, scriptOutcome, threeJobs } from './support.ts';

const reruns = suite<{ here: PipelineTest }>('CI workflows and jobs, scripted: failures and reruns');
reruns.before.each(async (context) => {
  context.here = await startPipelineTest();
});
reruns.after.each(async (context) => {
  await context.here.close();
});

reruns('a job fails as its script says; the rerun from there keeps what succeeded', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses, store } = here;
  await configured(threeJobs);
  await scriptOutcome(here, 'a', 'failed');
  const id = await trigger();
  await wait(100);
  await wait(300);
  assert.equal(await statuses(id), { all: ['failed', { a: 'failed', b: 'not_run', c: 'success' }] });
  const first = await latestWorkflow(here, id);
  const before = await jobsOf(here, first);
  await store.write((tx) => tx.delete('ci-job-outcomes', 'outcome-a'));
  const answer = await ci(`POST /workflow/${first}/rerun`, { from_failed: true });
  assert.is(answer.status, 202);
  const second = answer.body.workflow_id;
  await wait(600);
  const after = await jobsOf(here, second);
  assert.equal(
    [after.a.status, after.b.status, after.c.id, after.a.job_number, after.b.job_number],
    ['success', 'success', before.c.id, 3, 4],
  );
  assert.equal(
    [(await ci(`GET /workflow/${second}`)).body.status, (await ci(`GET /workflow/${first}`)).body.status],
    ['success', 'failed'],
  );
  assert.is((await ci(`GET /project/gh/acme/web/job/${before.c.job_number}`)).body.latest_workflow.id, second);
  const post = async (body: object) => {
    const {
      status,
      body: { message },
    } = await ci(`POST /workflow/${second}/rerun`, body);
    return [status, message];
  };
  assert.equal(await post({ from_failed: true }), [400, 'no job of the workflow failed']);
  assert.equal(await post({ from_failed: true, jobs: [after.a.id] }), [400, 'from_failed and jobs exclude each other']);
  assert.equal(await post({ jobs: [before.a.id] }), [400, `jobs: the job ${before.a.id} is none of this workflow`]);
  const third = (await ci(`POST /workflow/${second}/rerun`, { jobs: [after.a.id] })).body.workflow_id;
  assert.equal(
    Object.values(await jobsOf(here, third)).map((job: any) => [job.name, job.status]),
    [
      ['c', 'success'],
      ['a', 'not_running'],
      ['b', 'blocked'],
    ],
  );
});

for (const status of ['failed', 'timedout', 'infrastructure_fail', 'terminated-unknown'])
  reruns(`a job may end as ${status}`, async ({ here }) => {
    await here.configureProject(threeJobs);
    await scriptOutcome(here, 'a', status);
    const id = await here.trigger();
    await here.wait(100);
    await here.wait(300);
    assert.equal(await here.statuses(id), { all: ['failed', { a: status, b: 'not_run', c: 'success' }] });
  });

reruns('a workflow that failed runs again by itself, as often as it says', async ({ here }) => {
  await here.configureProject(
    'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { all: { max_auto_reruns: 2, jobs: [a] } }\n',
  );
  await scriptOutcome(here, 'a', 'failed');
  const id = await here.trigger();
  await here.wait(5000);
  const items = (await here.ci(`GET /pipeline/${id}/workflow`)).body.items;
  assert.equal(
    items.map((one: any) => [one.status, one.auto_rerun_number, one.max_auto_reruns, one.created_at]),
    [
      ['failed', 0, 2, '2026-05-01T12:00:00.100Z'],
      ['failed', 1, 2, '2026-05-01T12:00:00.400Z'],
      ['failed', 2, 2, '2026-05-01T12:00:00.700Z'],
    ],
  );
});

reruns.run();
