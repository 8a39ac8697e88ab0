import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceUuids } from '../support.ts';
import { startPipelineTest, type PipelineTest, twoJobs } from '../pipelines/support.ts';

const workflows = suite<{ here: PipelineTest }>('CI workflows and jobs, scripted');
workflows.before.each(async (context) => {
  context.here = await startPipelineTest();
});
workflows.after.each(async (context) => {
  await context.here.close();
});

const only = async ({ ci }: PipelineTest, pipeline: string): Promise<string> =>
  (await ci(`GET /pipeline/${pipeline}/workflow`)).body.items.at(-1).id;
const jobsOf = async ({ ci }: PipelineTest, workflow: string): Promise<any> =>
  Object.fromEntries((await ci(`GET /workflow/${workflow}/job`)).body.items.map((job: any) => [job.name, job]));
const outcome = ({ store }: PipelineTest, job: string, is: string) =>
  store.write((tx) => tx.insert({ id: `outcome-${job}`, kind: 'ci-job-outcomes', scope: '', key: job, name: job, body: { outcome: is } }));
const ends = `version: 2.1
jobs:
  a: { docker: [{ image: x }], steps: [checkout] }
  b: { docker: [{ image: x }], steps: [checkout] }
  c: { docker: [{ image: x }], steps: [checkout] }
workflows: { all: { jobs: [a, b: { requires: [a] }, c] } }
`;

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
  const workflow = await only(here, id);
  const { hold } = await jobsOf(here, workflow);
  const given = await ci(`POST /workflow/${workflow}/approve/${hold.approval_request_id}`);
  assert.equal([given.status, given.body], [202, { message: 'Accepted.' }]);
  await wait(300);
  assert.equal(await statuses(id), { all: ['success', { test: 'success', hold: 'success', ship: 'success' }] });
  const again = await ci(`POST /workflow/${workflow}/approve/${hold.id}`);
  assert.equal([again.status, again.body], [400, { message: 'the approval is success; one that is on_hold is approved' }]);
});

workflows('the bytes of a workflow, its jobs, and a job', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait } = here;
  await configured(twoJobs);
  const id = await trigger();
  await wait(400);
  const workflow = await only(here, id);
  await ci(`POST /workflow/${workflow}/approve/${(await jobsOf(here, workflow))['hold'].id}`);
  await wait(300);
  const user = (await ci('GET /me')).body.id;
  const { body } = await ci(`GET /workflow/${workflow}`);
  assert.equal(body, {
    pipeline_id: id,
    id: workflow,
    name: 'all',
    project_slug: 'gh/acme/web',
    status: 'success',
    started_by: user,
    tag: null,
    pipeline_number: 1,
    auto_rerun_number: 0,
    max_auto_reruns: 0,
    created_at: '2026-05-01T12:00:00.100Z',
    stopped_at: '2026-05-01T12:00:00.700Z',
  });
  const { test, hold, ship } = await jobsOf(here, workflow);
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
  });
  assert.equal(hold, {
    id: hold.id,
    name: 'hold',
    type: 'approval',
    status: 'success',
    started_at: null,
    stopped_at: '2026-05-01T12:00:00.400Z',
    dependencies: [test.id],
    project_slug: 'gh/acme/web',
    approval_request_id: hold.id,
    approved_by: user,
  });
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

workflows('a job fails as its script says; the rerun from there keeps what succeeded', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses, store } = here;
  await configured(ends);
  await outcome(here, 'a', 'failed');
  const id = await trigger();
  await wait(100);
  await wait(300);
  assert.equal(await statuses(id), { all: ['failed', { a: 'failed', b: 'not_run', c: 'success' }] });
  const first = await only(here, id);
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
  workflows(`a job may end as ${status}`, async ({ here }) => {
    await here.configureProject(ends);
    await outcome(here, 'a', status);
    const id = await here.trigger();
    await here.wait(100);
    await here.wait(300);
    assert.equal(await here.statuses(id), { all: ['failed', { a: status, b: 'not_run', c: 'success' }] });
  });

workflows('a workflow is canceled: what began is canceled, what waited will not run', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(ends);
  const id = await trigger();
  await wait(300);
  const workflow = await only(here, id);
  assert.equal([(await ci(`POST /workflow/${workflow}/rerun`)).status], [400], 'not while it runs');
  const answer = await ci(`POST /workflow/${workflow}/cancel`);
  assert.equal([answer.status, answer.body], [202, { message: 'Accepted.' }]);
  assert.equal(await statuses(id), { all: ['canceled', { a: 'canceled', b: 'not_run', c: 'canceled' }] });
  assert.is((await ci(`GET /workflow/${workflow}`)).body.canceled_by, (await ci('GET /me')).body.id);
  const again = await ci(`POST /workflow/${workflow}/cancel`);
  assert.equal([again.status, again.body], [400, { message: 'the workflow is over: canceled' }]);
});

workflows('a pipeline is canceled with its workflows, or before it has any', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(ends);
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
  for (const id of [first, second]) assert.equal(await post(id), [400, 'the pipeline has nothing under way']);
});

workflows('a job is canceled by its number and by its id', async ({ here }) => {
  const { ci, configureProject: configured, trigger, wait, statuses } = here;
  await configured(ends);
  const id = await trigger();
  await wait(100);
  await wait(200);
  const { a, c } = await jobsOf(here, await only(here, id));
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

workflows('steps are taken at the moments they were due, however late the clock looks', async ({ here }) => {
  await here.configureProject(ends);
  const id = await here.trigger();
  await here.wait(60_000);
  const workflow = (await here.ci(`GET /workflow/${await only(here, id)}`)).body;
  assert.equal(
    [workflow.status, workflow.created_at, workflow.stopped_at],
    ['success', '2026-05-01T12:00:00.100Z', '2026-05-01T12:00:00.700Z'],
  );
});

workflows('a workflow that failed runs again by itself, as often as it says', async ({ here }) => {
  await here.configureProject(
    'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { all: { max_auto_reruns: 2, jobs: [a] } }\n',
  );
  await outcome(here, 'a', 'failed');
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

workflows('without a step everything settles at the first look', async () => {
  const here = await startPipelineTest({ settings: { ciStatusMilliseconds: 0 } });
  try {
    await here.configureProject(ends);
    const id = await here.trigger();
    await here.wait(0);
    assert.equal(await here.statuses(id), { all: ['success', { a: 'success', b: 'success', c: 'success' }] });
  } finally {
    await here.close();
  }
});

workflows.run();
