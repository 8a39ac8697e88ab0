/** The gates of a run, and runs in parallel with it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document, one } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const runs = suite<With>('what runs pass');
runs.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
runs.after.each(async ({ close }) => {
  await close();
});

const start = async ({ web, create }: With, attributes: object = {}): Promise<string> =>
  (await create('POST /runs', document('runs', attributes, { workspace: one('workspaces', web) }))).id;
const script = async ({ request }: With, outcome: object) => assert.is((await request('POST //_local/run-outcome', outcome)).status, 201);
const readRun = async ({ request }: With, id: string) => (await request(`GET /runs/${id}`)).body.data;

runs('soft policies wait for an override, costs and tasks are reported, and then the run is confirmed', async (context) => {
  const { request } = context;
  await script(context, {
    cost: { resources: 3, matched: 2, unmatched: 1, prior: '7.5', proposed: '20.0', delta: '12.5' },
    policyChecks: [{ status: 'soft_failed', output: 'no' }],
    taskStages: [{ stage: 'post_plan', results: [{ name: 'scan', message: 'fine' }] }],
  });
  const run = await start(context);
  await context.passTime(300);
  for (let step = 0; step < 5; step++) await context.passTime(200);
  const waiting = await readRun(context, run);
  assert.equal(Object.keys(waiting.attributes['status-timestamps']), [
    'pending-at',
    'plan-queueable-at',
    'fetching-at',
    'planning-at',
    'planned-at',
    'post-plan-running-at',
    'post-plan-completed-at',
    'cost-estimating-at',
    'cost-estimated-at',
    'policy-checking-at',
    'policy-override-at',
  ]);
  assert.equal([waiting.attributes.actions['is-confirmable'], waiting.attributes.actions['is-discardable']], [false, true]);
  const cost = (await request(`GET /cost-estimates/${waiting.relationships['cost-estimate'].data.id}`)).body.data.attributes;
  assert.equal([cost.status, cost['delta-monthly-cost'], cost['resources-count']], ['finished', '12.5', 3]);
  const stage = (await request(`GET /task-stages/${waiting.relationships['task-stages'].data[0].id}?include=task_results`)).body;
  assert.equal([stage.data.attributes.status, stage.included[0].attributes.message], ['passed', 'fine']);
  const check = waiting.relationships['policy-checks'].data[0].id;
  assert.is((await request(`GET /policy-checks/${check}/output`)).body, 'no');
  assert.is((await request(`POST /policy-checks/${check}/actions/override`)).body.data.attributes.status, 'overridden');
  await context.passTime(200);
  assert.equal(
    [(await readRun(context, run)).attributes.status, (await request(`POST /runs/${run}/actions/apply`)).status],
    ['policy_checked', 202],
  );
  await context.passTime(500);
  assert.is((await readRun(context, run)).attributes.status, 'applied');
});

runs('hard policies and mandatory tasks end a run', async (context) => {
  await script(context, { policyChecks: [{ status: 'hard_failed' }] });
  const governed = await start(context);
  await script(context, { taskStages: [{ stage: 'pre_plan', results: [{ name: 'scan', status: 'failed', enforcement: 'mandatory' }] }] });
  const scanned = await start(context, { 'plan-only': true });
  for (let step = 0; step < 6; step++) await context.passTime(200);
  assert.equal(
    [(await readRun(context, governed)).attributes.status, (await readRun(context, scanned)).attributes.status],
    ['errored', 'errored'],
  );
});

runs(
  'a saved plan stands beside other runs, is applied when it is confirmed, and is discarded when another is applied first',
  async (context) => {
    const { request } = context;
    const [first, second] = [await start(context, { 'save-plan': true }), await start(context, { 'save-plan': true })];
    await context.passTime(300);
    assert.equal(
      [(await readRun(context, first)).attributes.status, (await readRun(context, second)).attributes.status],
      ['planned_and_saved', 'planned_and_saved'],
    );
    assert.is((await request(`GET /workspaces/${context.web}`)).body.data.relationships['current-run'].data, null);
    const other = await start(context);
    assert.is((await request(`POST /runs/${first}/actions/apply`)).status, 409, 'another run is under way');
    await request(`POST /runs/${other}/actions/cancel`);
    assert.is((await request(`POST /runs/${first}/actions/apply`)).status, 202);
    await context.passTime(300);
    assert.equal(
      [(await readRun(context, first)).attributes.status, (await readRun(context, second)).attributes.status],
      ['applied', 'discarded'],
    );
    assert.is((await request(`GET /workspaces/${context.web}`)).body.data.relationships['current-run'].data.id, first);
  },
);

runs('force-execute ends what a run waits for; what waits for its turn can be discarded', async (context) => {
  const { request } = context;
  const [first, second, third] = [await start(context), await start(context), await start(context)];
  await context.passTime(1000);
  assert.is((await request(`POST /runs/${first}/actions/force-execute`)).status, 403, 'it waits for nothing');
  assert.is((await request(`POST /runs/${first}/actions/force-cancel`)).status, 409);
  assert.equal(
    (await request('GET /organizations/acme/runs/queue')).body.data.map(({ id, attributes }: any) => [id, attributes['position-in-queue']]),
    [
      [second, 1],
      [third, 2],
    ],
  );
  assert.equal((await request('GET /organizations/acme/capacity')).body.data.attributes, { pending: 2, running: 0 });
  assert.is((await request(`POST /runs/${third}/actions/force-execute`)).status, 202);
  await context.passTime(100);
  assert.equal(
    [
      (await readRun(context, first)).attributes.status,
      (await readRun(context, second)).attributes.status,
      (await readRun(context, third)).attributes.status,
    ],
    ['discarded', 'discarded', 'fetching'],
  );
});

runs.run();
