import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPipelineTest, type PipelineTest } from '../pipelines/support.ts';
import { jobsOf, latestWorkflow, threeJobs } from './support.ts';

const cancellations = suite<{ here: PipelineTest }>('CI workflows and jobs, scripted: cancellation');
cancellations.before.each(async (context) => {
  context.here = await startPipelineTest();
});
cancellations.after.each(async (context) => {
  await context.here.close();
});

cancellations('a workflow is canceled: what began is canceled, what waited will not run', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(threeJobs);
  const id = await trigger();
  await wait(300);
  const workflow = await latestWorkflow(here, id);
  assert.equal([(await ci(`POST /workflow/${workflow}/rerun`)).status], [400], 'not while it runs');
  const answer = await ci(`POST /workflow/${workflow}/cancel`);
  assert.equal([answer.status, answer.body], [202, { message: 'Accepted.' }]);
  assert.equal(await statuses(id), { all: ['canceled', { a: 'canceled', b: 'not_run', c: 'canceled' }] });
  assert.is((await ci(`GET /workflow/${workflow}`)).body.canceled_by, (await ci('GET /me')).body.id);
  const again = await ci(`POST /workflow/${workflow}/cancel`);
  assert.equal([again.status, again.body], [400, { message: 'the workflow is over: canceled' }]);
});

cancellations('a pipeline is canceled with its workflows, or before it has any', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(threeJobs);
  const [first, second] = [await trigger(), await trigger()];
  const post = async (id: string) => {
    const { status, body } = await ci(`POST /pipeline/${id}/cancel`);
    return [status, body.message];
  };
  assert.equal(await post(second), [202, 'Accepted.']);
  await wait(100);
  assert.equal(await post(first), [202, 'Accepted.']);
  assert.equal(await statuses(first), { all: ['canceled', { a: 'canceled', b: 'not_run', c: 'canceled' }] });
  const { state, errors } = (await ci(`GET /pipeline/${second}`)).body;
  assert.equal(
    [state, errors, await statuses(second)],
    ['errored', [{ type: 'other', message: 'it was canceled before its workflows began' }], {}],
  );
  for (const id of [first, second]) assert.equal(await post(id), [400, 'no part of the pipeline is active']);
});

cancellations('a job is canceled by its number and by its id', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(threeJobs);
  const id = await trigger();
  await wait(100);
  await wait(200);
  const { a, c } = await jobsOf(here, await latestWorkflow(here, id));
  const one = await ci(`POST /project/gh/acme/web/job/${a.job_number}/cancel`);
  assert.equal([one.status, one.body], [202, { message: 'Job canceled.' }]);
  const other = await ci(`POST /jobs/${c.id}/cancel`);
  assert.equal([other.status, other.body], [200, { message: 'Job canceled.' }]);
  assert.equal(await statuses(id), { all: ['canceled', { a: 'canceled', b: 'not_run', c: 'canceled' }] });
  assert.equal((await ci(`POST /jobs/${c.id}/cancel`)).body, { message: 'the job is over: canceled' });
  for (const row of [`GET /workflow/${c.id}`, `POST /jobs/${id}/cancel`, `POST /workflow/${id}/rerun`])
    assert.is((await ci(row)).status, 404, row);
  assert.is((await ci(`POST /jobs/${c.id}/cancel`, undefined, { token: 'stranger-token' })).status, 404);
});

cancellations.run();
