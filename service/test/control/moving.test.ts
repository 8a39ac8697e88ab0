import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownerHeaders, type ServedService, serveService, listErrorDetails } from './served.ts';

const test = suite<{ service: ServedService }>('control: moving on, scripted runs and jobs');
test.before.each(async (context) => {
  // With a standing clock and a long step nothing changes by itself during the test.
  context.service = await serveService({ settings: { runStatusMilliseconds: 60_000, ciStatusMilliseconds: 60_000 } });
  await context.service.request('POST /_local/clock', { body: { stand: '2026-05-01T12:00:00.000Z' } });
});
test.after.each(async ({ service }) => {
  await service.close();
});

const workspace = async ({ request: ask }: ServedService): Promise<string> =>
  (
    await ask('POST /api/v2/organizations/acme/workspaces', {
      headers: ownerHeaders,
      body: { data: { type: 'workspaces', attributes: { name: 'web', 'auto-apply': true } } },
    })
  ).body.data.id;
const run = async ({ request: ask }: ServedService, id: string): Promise<string> =>
  (
    await ask('POST /api/v2/runs', {
      headers: ownerHeaders,
      body: { data: { type: 'runs', relationships: { workspace: { data: { type: 'workspaces', id } } } } },
    })
  ).body.data.id;
const statusOf = async ({ request: ask }: ServedService, id: string): Promise<string> =>
  (await ask(`GET /api/v2/runs/${id}`, { headers: ownerHeaders })).body.data.attributes.status;
const move = async ({ request: ask }: ServedService, body?: object): Promise<any> =>
  (await ask('POST /_local/move', body ? { body } : {})).body;

test('a run ends at once, however long its steps are', async ({ service }) => {
  const id = await run(service, await workspace(service));
  assert.equal(await move(service), { moved: 0, now: '2026-05-01T12:00:00.000Z' });
  const { moved, now } = await move(service, { until: 'still' });
  assert.equal([moved > 0, Date.parse(now) > Date.parse('2026-05-01T12:01:00.000Z'), await statusOf(service, id)], [true, true, 'applied']);
  assert.equal(await move(service, { until: 'still' }), { moved: 0, now });
});

test("the outcome that was scripted is the next run's", async ({ service }) => {
  const { request: ask } = service;
  const web = await workspace(service);
  assert.is((await ask('POST /_local/run-outcome', { body: { outcome: 'plan-errored' } })).status, 201);
  const ids = [await run(service, web), await run(service, web)];
  await move(service, { until: 'still' });
  assert.equal([await statusOf(service, ids[0]!), await statusOf(service, ids[1]!)], ['errored', 'applied']);
  assert.equal(listErrorDetails(await ask('POST /_local/move', { body: { until: 'tomorrow' } })), ['expected now or still']);
});

const text =
  'version: 2.1\njobs:\n  test: { docker: [{ image: node }], steps: [checkout] }\n' +
  '  ship: { docker: [{ image: node }], steps: [checkout] }\nworkflows:\n  all: { jobs: [test, ship: { requires: [test] ' +
  '}] }\n';

test('jobs end as it was said of their name, with tests and artifacts', async () => {
  // The bench of the CI service gives configurations to projects; here the store is reached beside the socket.
  const { startPipelineTest: running } = await import('../ci/pipelines/support.ts');
  const here = await running({ settings: { ciStatusMilliseconds: 60_000 } });
  try {
    const project = await here.configureProject(text);
    const script = {
      job: 'test',
      outcome: 'failed',
      project,
      tests: [{ name: 'adds', result: 'failure', message: 'no' }, { name: 'starts' }],
      artifacts: [{ path: 'log/out.txt', content: 'hello' }],
      milliseconds: 5000,
    };
    const said = await here.request('POST //_local/job-outcomes', script);
    const full = {
      ...script,
      tests: [
        { name: 'adds', classname: '', result: 'failure', message: 'no', run_time: 0, file: '', source: '' },
        { name: 'starts', classname: '', result: 'success', message: '', run_time: 0, file: '', source: '' },
      ],
    };
    assert.is(said.status, 201);
    assert.equal(Object.entries(said.body).sort(), Object.entries(full).sort());
    assert.equal((await here.request('GET //_local/job-outcomes')).body.outcomes, [said.body]);
    const id = await here.trigger();
    assert.ok((await here.request('POST //_local/move', { until: 'still' })).body.moved > 0);
    assert.equal(await here.statuses(id), { all: ['failed', { test: 'failed', ship: 'not_run' }] });
    await here.request('DELETE //_local/job-outcomes');
    assert.equal((await here.request('GET //_local/job-outcomes')).body.outcomes, []);
    const again = await here.trigger();
    await here.request('POST //_local/move', { until: 'still' });
    assert.equal(await here.statuses(again), { all: ['success', { test: 'success', ship: 'success' }] });
  } finally {
    await here.close();
  }
});

test('what no job can be told is refused', async ({ service: { request: ask } }) => {
  const refused: readonly (readonly [body: object, words: string])[] = [
    [{ outcome: 'success' }, 'expected the name of a job'],
    [{ job: 'a', outcome: 'luck' }, 'expected one of success, failed, timedout, infrastructure_fail, terminated-unknown, canceled'],
    [{ job: 'a', outcome: 'success', project: 'none' }, 'expected the id of a project that is there'],
    [{ job: 'a', outcome: 'success', tests: [{}] }, 'expected a text'],
    [{ job: 'a', outcome: 'success', tests: [{ name: 'x', result: 'maybe' }] }, 'expected one of success, failure, error, skipped'],
    [
      { job: 'a', outcome: 'success', artifacts: [{ path: '../x', content: '' }] },
      'expected a relative path such as reports/index.html, of at most 1,024 characters',
    ],
    [
      {
        job: 'a',
        outcome: 'success',
        artifacts: [
          { path: 'a.txt', content: '1' },
          { path: 'a.txt', content: '2' },
        ],
      },
      'is the path of another artifact of this job',
    ],
    [
      { job: 'a', outcome: 'success', seconds: 1 },
      'there is no member "seconds"; expected project, job, outcome, tests, artifacts, milliseconds',
    ],
    [{ job: 'a', outcome: 'success', milliseconds: -1 }, 'expected a whole number from 0 on'],
  ];
  for (const [body, words] of refused) {
    const answer = await ask('POST /_local/job-outcomes', { body });
    assert.equal([answer.status, listErrorDetails(answer)], [422, [words]]);
  }
});

test.run();
