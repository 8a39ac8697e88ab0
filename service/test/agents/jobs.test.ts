/** The protocol between agents and the service. The test acts as the agent: nothing is executed. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endLostJobs } from '../../src/workspaces/agent-jobs/end-lost-jobs.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { type AgentTest, packed, planned, startAgentTest } from './support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

const jobs = suite<{ here: AgentTest }>('jobs of agents');
jobs.before.each(async (context) => {
  context.here = await startAgentTest();
});
jobs.after.each(async ({ here }) => {
  await here.close();
});

const planOf = (run: string): string => run.replace('run-', 'plan-');
const applyOf = (run: string): string => run.replace('run-', 'apply-');
const stateFile = (serial: number) =>
  JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial,
    lineage: '9f5a4a0e-58f5-4f3a-9d0c-3f3f6a3f0001',
    outputs: { made: { value: 'by an agent', type: 'string' } },
    resources: [],
  });

const readLog = async ({ request, as }: AgentTest, run: string, phase: 'plan' | 'apply'): Promise<string> => {
  const { attributes } = (await request(`GET /runs/${run}/${phase}`)).body.data;
  return (await as(null)(`GET /${new URL(attributes['log-read-url']).pathname}`)).body;
};
const agentStatus = async ({ request, agent }: AgentTest): Promise<string> =>
  (await request(`GET /agents/${agent}`)).body.data.attributes.status;
const readOutputs = async ({ request }: AgentTest, workspace: string) =>
  (await request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data?.map(({ attributes }: any) => attributes.value);

jobs('a run is claimed once, with what it needs; plan and apply are reported, and the state is stored', async ({ here }) => {
  const workspace = await here.createWorkspace('web');
  await here.request(
    `POST /workspaces/${workspace}/vars`,
    document('vars', { key: 'region', value: 'eu', category: 'env', sensitive: true }),
  );
  const run = await here.start(workspace);
  assert.is(await here.status(run), 'plan_queued');
  const { claim, facts } = await here.claim();
  assert.equal([claim.id, claim.phase, claim.workspace, claim.limit], [run, 'planning', workspace, 90_000]);
  assert.equal(facts.workspace, { id: workspace, organization: 'acme', name: 'web', folder: '', stateVersion: null });
  assert.equal(facts.variables, [{ key: 'region', value: 'eu', category: 'env', isExpression: false, isSensitive: true }]);
  assert.equal([await here.status(run), await agentStatus(here)], ['planning', 'busy']);
  assert.is(await here.claim([planOf(run)]), undefined, 'nothing is claimed twice');
  const { id: second } = (await here.asAgent('POST /agents', document('agents', { name: 'second' }))).body.data;
  assert.is((await here.asAgent(`POST /agents/${second}/actions/claim`, { jobs: [] })).status, 204, 'nor by another agent of the pool');
  assert.equal((await here.asAgent(`POST /agents/${second}/actions/ping`, { jobs: [planOf(run)] })).body, {
    stops: { [planOf(run)]: 'kill' },
  });
  assert.is((await here.asAgent(`GET /agents/${second}/jobs/${planOf(run)}/files/configuration`)).status, 404);

  const job = `/agents/${here.agent}/jobs/${planOf(run)}`;
  assert.equal(
    await Promise.all(
      ['configuration', 'state', 'plan', 'others'].map(async (file) => (await here.asAgent(`GET ${job}/files/${file}`)).status),
    ),
    [200, 204, 204, 404],
  );
  assert.is((await here.asAgent(`POST ${job}/log?offset=0`, Buffer.from('first\n'))).status, 204);
  assert.is((await here.asAgent(`POST ${job}/log?offset=0`, Buffer.from('first\n'))).status, 204, 'the answer was lost');
  assert.is((await here.asAgent(`POST ${job}/log?offset=9`, Buffer.from('third\n'))).status, 409, 'a piece is missing');
  assert.is((await here.end(planOf(run), { logOffset: 6 })).status, 204);
  assert.is(await readLog(here, run, 'plan'), '\u0002first\nthe rest\n\u0003');
  assert.equal([await here.status(run), await agentStatus(here)], ['planned', 'idle']);
  assert.is((await here.end(planOf(run), { logOffset: 6 })).status, 204, 'the same again: its answer was lost');
  assert.is((await here.end(planOf(run))).status, 409, 'another end');

  await here.request(`POST /runs/${run}/actions/apply`);
  const next = await here.claim();
  assert.equal([next.claim.id, next.claim.phase], [run, 'applying']);
  const applied = `/agents/${here.agent}/jobs/${applyOf(run)}`;
  assert.equal((await here.asAgent(`GET ${applied}/files/plan`)).body, planned.planFiles);
  assert.is((await here.asAgent(`PUT ${applied}/state`, packed(stateFile(1)))).status, 204);
  assert.is(await readOutputs(here, workspace), undefined, 'not before its end');
  const { documents: _documents, planFiles: _planFiles, ...end } = planned;
  const sent = await here.asAgent(`POST ${applied}/end`, packed({ ...end, hasState: true }));
  assert.is(sent.status, 204);
  assert.equal([await here.status(run), await readOutputs(here, workspace)], ['applied', ['by an agent']]);
  const { attributes } = (await here.request(`GET /runs/${run}/plan`)).body.data;
  assert.equal(attributes['execution-details'], { mode: 'agent', 'agent-pool-id': here.pool, 'agent-id': here.agent });
});

jobs('a claim whose answer was lost comes again, with another token; the former one is no token', async ({ here }) => {
  const run = await here.start(await here.createWorkspace('web'));
  const first = await here.claim();
  const again = await here.claim();
  assert.equal([again.claim.id, again.claim.phase, again.claim.token === first.claim.token], [run, 'planning', false]);
  const shown = async (token: string) => (await here.as(token)('GET /organizations/acme/workspaces/web')).status;
  assert.equal([await shown(first.claim.token), await shown(again.claim.token)], [401, 200]);
});

jobs(
  'an agent that is silent for a minute loses its run: errored once, the lock is free, and what comes later is refused',
  async (context) => {
    const { here } = context;
    const workspace = await here.createWorkspace('web', { 'auto-apply': true });
    const run = await here.start(workspace);
    await here.claim();
    await here.end(planOf(run));
    await here.claim();
    const applied = `/agents/${here.agent}/jobs/${applyOf(run)}`;
    await here.asAgent(`PUT ${applied}/state`, packed(stateFile(1)));
    const work = {
      store: here.store,
      clock: here.clock,
      settings: () => defaultSettings,
      listeners: serviceListeners,
      report: assert.unreachable,
    };
    const since = here.clock.now();
    here.clock.advance(59_000);
    assert.is(await endLostJobs(work, since), 0);
    here.clock.advance(1_000);
    assert.is(await endLostJobs(work, here.clock.now()), 0, 'the service was away until now');
    assert.is(await endLostJobs(work, since), 1);
    assert.is(await endLostJobs(work, since), 0);
    assert.equal(
      [await here.status(run), await readOutputs(here, workspace)],
      ['errored', ['by an agent']],
      'the state that was sent is kept',
    );
    assert.match(await readLog(here, run, 'apply'), /The agent that executed this run has not reported for a minute\./);
    const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
    assert.is(attributes.locked, false);
    const late = await here.end(applyOf(run));
    assert.equal([late.status, (await here.asAgent(`PUT ${applied}/state`, packed(stateFile(2)))).status], [409, 409]);
    assert.match(late.body.errors[0].detail, /its run is errored, and further reports are not accepted/);
    const { body } = await here.asAgent(`POST /agents/${here.agent}/actions/ping`, { jobs: [applyOf(run)] });
    assert.equal(body, { stops: { [applyOf(run)]: 'kill' } });
    assert.is(await here.claim(), undefined, 'it is not run again');
  },
);

jobs(
  'a cancellation is reported with a ping: first to interrupt, a minute later by force; what the apply did is kept',
  async ({ here }) => {
    const workspace = await here.createWorkspace('web', { 'auto-apply': true });
    const run = await here.start(workspace);
    await here.claim();
    await here.end(planOf(run));
    await here.claim();
    const ping = async () => (await here.asAgent(`POST /agents/${here.agent}/actions/ping`, { jobs: [applyOf(run)] })).body.stops;
    assert.equal(await ping(), {});
    assert.is((await here.request(`POST /runs/${run}/actions/cancel`)).status, 202);
    assert.equal(await ping(), { [applyOf(run)]: 'interrupt' });
    here.clock.advance(60_000);
    assert.is((await here.request(`POST /runs/${run}/actions/force-cancel`)).status, 202);
    assert.equal(await ping(), { [applyOf(run)]: 'kill' });
    const applied = `/agents/${here.agent}/jobs/${applyOf(run)}`;
    assert.is((await here.asAgent(`PUT ${applied}/state`, packed(stateFile(1)))).status, 204);
    const errored = { ...planned.result, status: 'errored', hasChanges: false };
    assert.is((await here.end(applyOf(run), { result: errored, hasState: true, documents: undefined, planFiles: undefined })).status, 204);
    assert.equal([await here.status(run), await readOutputs(here, workspace)], ['force_canceled', ['by an agent']]);
  },
);

jobs('a pool gets only its own runs, and only those of workspaces that may use it', async ({ here }) => {
  const run = await here.start(await here.createWorkspace('web'));
  const south = await here.createPool('south');
  const joined = await here.asAgent('POST /agents', document('agents', { name: 'other' }), south.token);
  const other = joined.body.data.id;
  assert.is((await here.asAgent(`POST /agents/${other}/actions/claim`, { jobs: [] }, south.token)).status, 204);
  assert.is((await here.asAgent(`POST /agents/${here.agent}/actions/claim`, { jobs: [] }, south.token)).status, 404);
  const narrow = { 'organization-scoped': false };
  assert.is((await here.request(`PATCH /agent-pools/${here.pool}`, document('agent-pools', narrow))).status, 200);
  assert.is(await here.claim(), undefined, 'the pool was closed to the workspace');
  await here.request(`PATCH /agent-pools/${here.pool}`, document('agent-pools', { 'organization-scoped': true }));
  assert.is((await here.claim()).claim.id, run);
  for (const row of [
    `GET /agents/${other}/jobs/${planOf(run)}/files/configuration`,
    `POST /agents/${other}/jobs/${planOf(run)}/log?offset=0`,
  ])
    assert.is((await here.asAgent(row, undefined, south.token)).status, 404, row);
});

jobs('an end of another form, a body that is not compressed and the state of a plan are refused', async ({ here }) => {
  const workspace = await here.createWorkspace('web');
  const run = await here.start(workspace);
  await here.claim();
  const wrong = await here.end(planOf(run), { result: { status: 'canceled' }, log: 7 });
  assert.equal([wrong.status, wrong.body.errors[0].detail], [422, 'the end of a job has another form: result, log']);
  const path = `POST /agents/${here.agent}/jobs/${planOf(run)}/end`;
  assert.is((await here.asAgent(path, Buffer.from('{}'))).status, 422);
  assert.equal(
    (await here.asAgent(`PUT /agents/${here.agent}/jobs/${planOf(run)}/state`, packed('{}'))).status,
    409,
    'a plan has no state',
  );
  assert.is(await here.status(run), 'planning');
});

jobs('the token of a job reaches this job alone, and ends with it; a job is begun by one process', async ({ here }) => {
  const [run, other] = [await here.start(await here.createWorkspace('web')), await here.start(await here.createWorkspace('api'))];
  await here.claim();
  await here.claim([planOf(run)]);
  const path = `/agents/${here.agent}/jobs/${planOf(run)}`;
  const issued = await here.asAgent(`POST ${path}/token`);
  const { token } = issued.body;
  assert.is(issued.status, 201);
  const withToken = async (row: string, body?: unknown) => (await here.asAgent(row, body, token)).status;
  assert.is(await withToken(`GET ${path}/files/configuration`), 200);
  assert.is(await withToken(`GET /agents/${here.agent}/jobs/${planOf(other)}/files/configuration`), 404);
  for (const row of [
    `POST ${path}/token`,
    `POST /agents/${here.agent}/actions/claim`,
    `POST /agents/${here.agent}/actions/exit`,
    'POST /agents',
  ])
    assert.is(await withToken(row, row.endsWith('claim') ? { jobs: [] } : undefined), 404, row);
  await here.request(`POST /runs/${other}/actions/cancel`);
  const stops = async (by?: string) =>
    (await here.asAgent(`POST /agents/${here.agent}/actions/ping`, { jobs: [planOf(run), planOf(other)] }, by)).body.stops;
  assert.equal([await stops(token), await stops()], [{}, { [planOf(other)]: 'interrupt' }]);
  assert.equal(
    [
      await withToken(`POST ${path}/begin`, { by: 'a' }),
      await withToken(`POST ${path}/begin`, { by: 'a' }),
      await withToken(`POST ${path}/begin`, { by: 'b' }),
    ],
    [204, 204, 409],
  );
  const tokens = (await here.request(`GET /agent-pools/${here.pool}/authentication-tokens`)).body.data;
  assert.is(tokens.length, 1, 'the token of the job is none of the pool');
  assert.is((await here.asAgent(`POST ${path}/end`, packed({ ...planned, logOffset: null }), token)).status, 204);
  // Callers are remembered for a second; the job is over in any case.
  assert.ok([401, 409].includes(await withToken(`GET ${path}/files/configuration`)));
});

jobs.run();
