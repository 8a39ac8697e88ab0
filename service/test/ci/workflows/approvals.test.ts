import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusAndMessage } from '../support.ts';
import { startPipelineTest, twoJobs, type PipelineTest } from '../pipelines/support.ts';

const test = suite<{ here: PipelineTest }>('approvals, as the vendor documents them');
test.before.each(async (context) => {
  context.here = await startPipelineTest();
});
test.after.each(({ here }) => here.close());

const start = async (here: PipelineTest, milliseconds: number) => {
  const id = await here.trigger();
  for (let gone = 0; gone < milliseconds; gone += 100) await here.wait(100);
  const [workflow] = (await here.ci(`GET /pipeline/${id}/workflow`)).body.items;
  const jobs: any[] = (await here.ci(`GET /workflow/${workflow.id}/job`)).body.items;
  return { id, workflow: workflow.id as string, jobs: Object.fromEntries(jobs.map((job) => [job.name, job])) };
};
const approve = async (here: PipelineTest, workflow: string, job: string, token?: string) =>
  statusAndMessage(await here.ci(`POST /workflow/${workflow}/approve/${job}`, undefined, token === undefined ? {} : { token }));

test('what is approved waits on hold: no other job, no other workflow, not yet, not again', async ({ here }) => {
  await here.configureProject(twoJobs);
  const early = await start(here, 200);
  assert.equal(await approve(here, early.workflow, early.jobs['hold'].id), [
    400,
    'the approval is blocked; one that is on_hold is approved',
  ]);
  const { workflow, jobs } = await start(here, 500);
  const missing = '00000000-1111-4222-8333-000000000001';
  assert.equal(await approve(here, workflow, jobs['ship'].id), [
    404,
    `the approval ${jobs['ship'].id} was not found, or this token has no access to it`,
  ]);
  assert.equal(await approve(here, workflow, missing), [404, `the approval ${missing} was not found, or this token has no access to it`]);
  assert.equal(await approve(here, early.workflow, jobs['hold'].id), [
    404,
    `the approval ${jobs['hold'].id} was not found, or this token has no access to it`,
  ]);
  assert.equal(await approve(here, missing, jobs['hold'].id), [
    404,
    `the workflow ${missing} was not found, or this token has no access to it`,
  ]);
  assert.equal(await approve(here, workflow, 'hold'), [400, 'approval_request_id: expected a UUID, got "hold"']);
  assert.equal(await approve(here, workflow, jobs['hold'].id), [202, 'Accepted.']);
  assert.equal(await approve(here, workflow, jobs['hold'].id), [400, 'the approval is success; one that is on_hold is approved']);
});

test('a workflow that is canceled on hold approves nothing, and runs nothing behind it', async ({ here }) => {
  await here.configureProject(twoJobs);
  const { id, workflow, jobs } = await start(here, 500);
  await here.ci(`POST /workflow/${workflow}/cancel`);
  assert.equal(await approve(here, workflow, jobs['hold'].id), [400, 'the approval is canceled; one that is on_hold is approved']);
  assert.equal(await here.statuses(id), { all: ['canceled', { test: 'success', hold: 'canceled', ship: 'not_run' }] });
});

test('any member of the project approves; whoever only looks at it does not', async ({ here }) => {
  const project = await here.configureProject(twoJobs);
  const { workflow, jobs } = await start(here, 500);
  const { id: mia } = (await here.ci('GET /me', undefined, { token: 'mia-token' })).body;
  await here.ci(`PUT /organizations/${here.org}/roles/${mia}`, { role: 'viewer' });
  const refusal = 'this token may not start, approve, run again, cancel or record anything here';
  assert.equal(await approve(here, workflow, jobs['hold'].id, 'mia-token'), [403, refusal]);
  await here.giveRole(project, 'contributor');
  assert.equal(await approve(here, workflow, jobs['hold'].id, 'mia-token'), [202, 'Accepted.']);
});

test('the steps of a job of the same name are not run: it only holds', async ({ here }) => {
  await here.configureProject(`version: 2.1
jobs: { hold: { docker: [{ image: x }], steps: [run: exit 1] }, a: { docker: [{ image: x }], steps: [checkout] } }
workflows: { all: { jobs: [hold: { type: approval }, a: { requires: [hold] }] } }
`);
  const { id, workflow, jobs } = await start(here, 500);
  assert.equal(await here.statuses(id), { all: ['on_hold', { hold: 'on_hold', a: 'blocked' }] });
  await approve(here, workflow, jobs['hold'].id);
  for (let turn = 0; turn < 5; turn++) await here.wait(100);
  assert.equal(await here.statuses(id), { all: ['success', { hold: 'success', a: 'success' }] });
});

test.run();
