import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scriptJob } from '../../../src/ci/jobs/script-job.ts';
import { newId } from '../../../src/store/new-id.ts';
import { type PipelineTest, startPipelineTest } from '../pipelines/support.ts';
import { statusAndMessage } from '../support.ts';

const test = suite<{ here: PipelineTest; project: string }>('runs, workflows and jobs of API v3');
const configuration = `version: 2.1
jobs:
  test: { docker: [{ image: node }], steps: [checkout] }
workflows: { all: { jobs: [test, { hold: { type: approval, requires: [test] } }] } }
`;
test.before.each(async (context) => {
  context.here = await startPipelineTest();
  context.project = await context.here.configureProject(configuration);
});
test.after.each(async ({ here }) => {
  await here.close();
});

const turns = async (here: PipelineTest, count = 6): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await here.wait(100);
};
const search = (here: PipelineTest, project: string, filter = '', page: object = {}, token = 'owner-token') =>
  here.ci('POST //api/v3/runs/search', { scope: { project_ids: [project] }, filter, page: { cursor: '', limit: 20, ...page } }, { token });
const ids = (response: any): readonly string[] => response.body.data.map(({ id }: any) => id);
const phases = (response: any) => response.body.data.map(({ attributes }: any) => [attributes.phase, attributes.current_outcome]);

test('a run is a pipeline: it shows its phase, its event and what it belongs to', async ({ here, project }) => {
  const id = await here.trigger({ branch: 'main' });
  assert.equal((await here.ci(`GET //api/v3/runs/${id}`)).body.data.attributes.phase, 'created');
  await turns(here);
  const { data } = (await here.ci(`GET //api/v3/runs/${id}`)).body;
  const { id: user } = (await here.ci('GET /me')).body;
  assert.equal(data, {
    id,
    type: 'run',
    attributes: {
      phase: 'started',
      current_outcome: null,
      created_at: '2026-05-01T12:00:00.000Z',
      updated_at: data.attributes.updated_at,
      errors: [],
      warnings: [],
    },
    references: {
      event: {
        id,
        attributes: {
          type: 'api',
          action: '',
          vcs: { branch: 'main', tag: '', revision: '', origin_repository_url: 'https://github.com/acme/web' },
        },
      },
      trigger: { id: null, attributes: { event_source: { type: 'api' } } },
      project: { id: project },
      org: { id: here.org },
      user: { id: user, attributes: { login: 'olivia' } },
    },
  });
  assert.is((await here.ci(`GET //api/v3/runs/${id}`, undefined, { token: 'stranger-token' })).status, 404);
});

test('a search finds by branch, status and time, newest first, in pages', async ({ here, project }) => {
  const main = await here.trigger({ branch: 'main' });
  await turns(here);
  await here.store.write((tx) => scriptJob(tx, newId, { job: 'test', outcome: 'failed' }));
  const next = await here.trigger({ branch: 'next' });
  await turns(here);
  assert.equal(ids(await search(here, project)), [next, main]);
  assert.equal(phases(await search(here, project)), [
    ['ended', 'failed'],
    ['started', null],
  ]);
  assert.equal(ids(await search(here, project, 'pipeline.git.branch == "main"')), [main]);
  assert.equal(ids(await search(here, project, 'pipeline.git.branch == "next" and pipeline.status == "failed"')), [next]);
  assert.equal(ids(await search(here, project, 'pipeline.status == "on_hold"')), [main]);
  assert.equal(ids(await search(here, project, 'pipeline.status == "success"')), []);
  const first = await search(here, project, '', { limit: 1 });
  const second = await search(here, project, '', { limit: 1, cursor: first.body.page.next });
  assert.equal([ids(first), ids(second), second.body.page.next], [[next], [main], null]);
  const scope = { project_ids: [project], from: '2026-05-01T12:00:00.500Z', to: '2026-05-02T00:00:00Z' };
  assert.equal(ids(await here.ci('POST //api/v3/runs/search', { scope })), [next]);
  assert.equal(
    ids(await here.ci('POST //api/v3/runs/search', { scope: { ...scope, from: '2026-05-01T00:00:00Z', to: '2026-05-01T12:00:00Z' } })),
    [main],
  );
  assert.equal(ids(await search(here, project, '', {}, 'stranger-token')), []);
  assert.equal(statusAndMessage(await search(here, project, 'pipeline.speed > 3')), [
    400,
    'filter: "pipeline.speed" is not a value of a run; expected pipeline.git.branch, pipeline.git.tag, pipeline.git.revision, ' +
      'pipeline.id, pipeline.number, pipeline.status, pipeline.trigger_source',
  ]);
  assert.is((await search(here, project, 'pipeline.status ==')).status, 400);
  assert.is((await search(here, project, '', { limit: 21 })).status, 400);
  assert.is((await here.ci('POST //api/v3/runs/search', { scope: { project_ids: [] } })).status, 400);
});

test('the caller finds their own runs, by phase and outcome', async ({ here }) => {
  const id = await here.trigger({ branch: 'main' });
  await turns(here);
  const own = (query: string, token = 'owner-token') => here.ci(`GET //api/v3/runs?filter[user_id]=me${query}`, undefined, { token });
  assert.equal(ids(await own('&page[limit]=20')), [id]);
  assert.equal(ids(await own('&filter[phase]=started')), [id]);
  assert.equal(ids(await own('&filter[phase]=ended&filter[current_outcome]=succeeded')), []);
  assert.equal(ids(await own('&filter[from]=2026-06-01T00:00:00Z')), []);
  assert.equal(ids(await own('', 'mia-token')), []);
  assert.is((await here.ci('GET //api/v3/runs')).status, 400);
});

test('a page of runs costs as many statements as one run', async ({ here, project }) => {
  const count = async (): Promise<number> => {
    let statements = 0;
    const read = here.store.read.bind(here.store);
    await read(async (view) => {
      const counted = new Proxy(view, {
        get: (target, name) =>
          name === 'list' || name === 'getMany' || name === 'get'
            ? (...given: any[]) => (statements++, (target as any)[name](...given))
            : (target as any)[name],
      });
      const { findRuns } = await import('../../../src/ci/api-v3/find-runs.ts');
      await findRuns({ tx: counted } as never, {
        filter: { scope: project },
        limit: 20,
        cursor: undefined,
        question: '',
        matches: () => true,
        isRecentEnough: () => true,
      });
    });
    return statements;
  };
  await here.trigger({ branch: 'main' });
  const one = await count();
  for (let more = 0; more < 9; more++) await here.trigger({ branch: 'main' });
  assert.equal([one, await count()], [2, 2]);
});

test('workflows of a run, by either name of the filter; one is canceled and run again', async ({ here }) => {
  const run = await here.trigger({ branch: 'main' });
  await turns(here);
  const { body } = await here.ci(`GET //api/v3/workflows?filter[run_id]=${run}`);
  const [workflow] = body.data;
  assert.equal((await here.ci(`GET //api/v3/workflows?filter[event_id]=${run}`)).body, body);
  assert.equal(
    [workflow.attributes.name, workflow.attributes.phase, workflow.attributes.outcome, workflow.references.run.id],
    ['all', 'started', null, run],
  );
  assert.equal((await here.ci(`GET //api/v3/workflows/${workflow.id}`)).body.data, workflow);
  const canceled = await here.ci(`POST //api/v3/workflows/${workflow.id}/cancel`);
  assert.equal([canceled.status, canceled.body], [202, { data: { id: workflow.id } }]);
  await turns(here);
  assert.equal((await here.ci(`GET //api/v3/workflows/${workflow.id}`)).body.data.attributes.outcome, 'canceled');
  const rerun = await here.ci(`POST //api/v3/workflows/${workflow.id}/rerun`, { is_from_failed: true });
  assert.equal([rerun.status, rerun.headers.get('location')], [201, `/api/v3/workflows/${rerun.body.data.id}`]);
  assert.is((await here.ci(`POST //api/v3/workflows/${workflow.id}/rerun`, { from_failed: true })).status, 400, 'the name of API v2');
  assert.is((await here.ci('GET //api/v3/workflows')).status, 400);
  assert.is((await here.ci(`GET //api/v3/workflows?filter[run_id]=${run}`, undefined, { token: 'stranger-token' })).status, 404);
});

test('jobs of a workflow; artifacts and test results of a job', async ({ here, project }) => {
  const result = { name: 'one', classname: 'c', result: 'failure', message: 'no', run_time: 0.5, file: 'a', source: 's' } as const;
  await here.store.write((tx) =>
    scriptJob(tx, newId, {
      job: 'test',
      outcome: 'success',
      artifacts: [{ path: 'a/b.txt', content: 'x' }],
      tests: [result, { ...result, name: 'two' }],
    }),
  );
  const run = await here.trigger({ branch: 'main' });
  await turns(here);
  const [workflow] = (await here.ci(`GET //api/v3/workflows?filter[run_id]=${run}`)).body.data;
  const { data: jobs } = (await here.ci(`GET //api/v3/jobs?filter[workflow_id]=${workflow.id}`)).body;
  assert.equal(
    jobs.map(({ attributes: { name, type, phase, outcome } }: any) => [name, type, phase, outcome]),
    [
      ['test', 'build', 'ended', 'succeeded'],
      ['hold', 'approval', 'queued', null],
    ],
  );
  const job = (await here.ci(`GET //api/v3/jobs/${jobs[0].id}`)).body.data;
  assert.equal([job.attributes.parallel_executions, job.references.project.id, job.references.run.id], [[], project, run]);
  const [artifact] = (await here.ci(`GET //api/v3/jobs/${job.id}/artifacts`)).body.data;
  assert.equal(artifact.attributes, {
    path: 'a/b.txt',
    url: `http://slipway.test/output/job/${job.id}/artifacts/0/a%2Fb.txt`,
    execution: 0,
  });
  const tests = await here.ci(`GET //api/v3/jobs/${job.id}/tests`);
  assert.equal(
    [
      tests.headers.get('content-type'),
      String(tests.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name),
    ],
    ['application/x-ndjson', ['one', 'two']],
  );
  assert.is((await here.ci(`GET //api/v3/jobs/${job.id}/stdout?filter[execution]=0&filter[step_num]=0`)).status, 404);
  assert.is((await here.ci(`GET //api/v3/jobs/${job.id}`, undefined, { token: 'stranger-token' })).status, 404);
  assert.is((await here.ci('GET //api/v3/jobs')).status, 400);
});

test.run();
