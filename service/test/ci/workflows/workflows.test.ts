import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceUuids } from '../support.ts';
import { startPipelineTest, type PipelineTest, twoJobs } from '../pipelines/support.ts';
import { jobsOf, latestWorkflow, threeJobs } from './support.ts';

const workflows = suite<{ here: PipelineTest }>('CI workflows and jobs, scripted');
workflows.before.each(async (context) => {
  context.here = await startPipelineTest();
});
workflows.after.each(async (context) => {
  await context.here.close();
});

workflows('each status lasts a step; an approval holds the workflow until it is given', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(twoJobs);
  const id = await trigger();
  const seen = [];
  for (let n = 0; n < 5; n++) {
    await wait(100);
    seen.push(await statuses(id));
  }
  assert.equal(seen, [
    { all: ['running', { test: 'not_running', hold: 'blocked', ship: 'blocked' }] },
    { all: ['running', { test: 'queued', hold: 'blocked', ship: 'blocked' }] },
    { all: ['running', { test: 'running', hold: 'blocked', ship: 'blocked' }] },
    { all: ['on_hold', { test: 'success', hold: 'on_hold', ship: 'blocked' }] },
    { all: ['on_hold', { test: 'success', hold: 'on_hold', ship: 'blocked' }] },
  ]);
  const workflow = await latestWorkflow(here, id);
  const hold = (await ci(`GET /workflow/${workflow}/job`)).body.items.find(({ name }: any) => name === 'hold');
  const given = await ci(`POST /workflow/${workflow}/approve/${hold.approval_request_id}`);
  assert.equal([given.status, given.body], [202, { message: 'Accepted.' }]);
  await wait(300);
  assert.equal(await statuses(id), { all: ['success', { test: 'success', hold: 'success', ship: 'success' }] });
  const again = await ci(`POST /workflow/${workflow}/approve/${hold.id}`);
  assert.equal([again.status, again.body], [400, { message: 'the approval is success; one that is on_hold is approved' }]);
});

const notStopped = { canceled_by: null, errored_by: null };
const notApproved = { approval_request_id: null, approved_by: null, canceled_by: null };

/** A pipeline of both jobs from its start to its end, with the approval between them. */
const runTwoJobs = async (here: PipelineTest) => {
  const { ci, configureProject: configured, trigger, wait } = here;
  await configured(twoJobs);
  const id = await trigger();
  await wait(400);
  const workflow = await latestWorkflow(here, id);
  await ci(`POST /workflow/${workflow}/approve/${(await jobsOf(here, workflow))['hold'].id}`);
  await wait(300);
  return { id, workflow };
};

workflows('the bytes of a workflow and its jobs', async ({ here }) => {
  const { ci } = here;
  const { id, workflow } = await runTwoJobs(here);
  const user = (await ci('GET /me')).body.id;
  assert.equal((await ci(`GET /workflow/${workflow}`)).body, {
    pipeline_id: id,
    id: workflow,
    name: 'all',
    project_slug: 'gh/acme/web',
    status: 'success',
    started_by: user,
    ...notStopped,
    tag: null,
    pipeline_number: 1,
    auto_rerun_number: 0,
    max_auto_reruns: 0,
    created_at: '2026-05-01T12:00:00.100Z',
    stopped_at: '2026-05-01T12:00:00.700Z',
  });
  const { test, hold } = await jobsOf(here, workflow);
  assert.equal(test, {
    id: test.id,
    job_number: 1,
    name: 'test',
    type: 'build',
    status: 'success',
    started_at: '2026-05-01T12:00:00.300Z',
    stopped_at: '2026-05-01T12:00:00.400Z',
    dependencies: [],
    project_slug: 'gh/acme/web',
    ...notApproved,
  });
  assert.equal(hold, {
    id: hold.id,
    job_number: null,
    name: 'hold',
    type: 'approval',
    status: 'success',
    started_at: null,
    stopped_at: '2026-05-01T12:00:00.400Z',
    dependencies: [test.id],
    project_slug: 'gh/acme/web',
    approval_request_id: hold.id,
    approved_by: user,
    canceled_by: null,
  });
});

workflows('the bytes of a job', async ({ here }) => {
  const { ci } = here;
  const { id, workflow } = await runTwoJobs(here);
  const { ship } = await jobsOf(here, workflow);
  const job = (await ci('GET /project/gh/acme/web/job/2')).body;
  assert.equal(
    replaceUuids(job),
    replaceUuids({
      web_url: 'http://slipway.test/api/v2/project/gh/acme/web/job/2',
      project: { id: job.project.id, slug: 'gh/acme/web', name: 'web' },
      parallel_runs: [
        { index: 0, status: 'success' },
        { index: 1, status: 'success' },
      ],
      started_at: '2026-05-01T12:00:00.600Z',
      latest_workflow: { id: workflow, name: 'all' },
      name: 'ship',
      executor: { resource_class: 'large', type: 'docker' },
      parallelism: 2,
      status: 'success',
      number: 2,
      pipeline: { id },
      duration: 100,
      created_at: '2026-05-01T12:00:00.100Z',
      messages: [],
      contexts: [],
      organization: { name: 'acme' },
      queued_at: '2026-05-01T12:00:00.500Z',
      stopped_at: '2026-05-01T12:00:00.700Z',
    }),
  );
  for (const what of ['artifacts', 'tests']) {
    assert.equal((await ci(`GET /project/gh/acme/web/2/${what}`)).body, { items: [], next_page_token: null });
    assert.is((await ci(`GET /project/gh/acme/web/3/${what}`)).status, 404);
  }
  assert.is(ship.job_number, 2);
});

workflows('steps are taken at the moments they were due, however late the clock looks', async ({ here }) => {
  await here.configureProject(threeJobs);
  const id = await here.trigger();
  await here.wait(60_000);
  const workflow = (await here.ci(`GET /workflow/${await latestWorkflow(here, id)}`)).body;
  assert.equal(
    [workflow.status, workflow.created_at, workflow.stopped_at],
    ['success', '2026-05-01T12:00:00.100Z', '2026-05-01T12:00:00.700Z'],
  );
});

workflows('without a step everything settles at the first look', async () => {
  const here = await startPipelineTest({ settings: { ciStatusMilliseconds: 0 } });
  try {
    await here.configureProject(threeJobs);
    const id = await here.trigger();
    await here.wait(0);
    assert.equal(await here.statuses(id), { all: ['success', { a: 'success', b: 'success', c: 'success' }] });
  } finally {
    await here.close();
  }
});

workflows.run();
