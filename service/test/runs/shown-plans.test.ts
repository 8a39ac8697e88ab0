/** How long a run that an engine follows waits between its plan and its end, so that the engine shows the plan. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { serviceListeners } from '../../src/service.ts';
import { claimQueuedRun } from '../../src/workspaces/runs/engine/claim-run.ts';
import { finalStatuses, queuedRunsLink, type StoredRun } from '../../src/workspaces/runs/stored.ts';
import { findNextStatus } from '../../src/workspaces/runs/timeline.ts';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document, one } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const runs = suite<With>('plans of runs that end after them');
runs.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
runs.after.each(async ({ close }) => {
  await close();
});

const engine = { 'terraform-version': '1.11.4', 'x-terraform-integration': 'cloud' };
const start = async ({ web, request }: With, headers: Record<string, string>): Promise<string> =>
  (await request('POST /runs', document('runs', {}, { workspace: one('workspaces', web) }), { headers })).body.data.id;
const statusOf = async ({ request }: With, id: string) => (await request(`GET /runs/${id}`)).body.data.attributes.status;
const script = ({ request }: With, outcome: object) => request('POST //_local/run-outcome', outcome);
const passing = { taskStages: [{ stage: 'post_plan', results: [{ name: 'scan', message: 'fine' }] }] };
const failing = { taskStages: [{ stage: 'post_plan', results: [{ name: 'scan', status: 'failed', enforcement: 'mandatory' }] }] };
/** The statuses at these times after the start, in milliseconds. */
const follow = async (context: With, run: string, ...times: readonly number[]) => {
  const found: unknown[] = [];
  let at = 0;
  for (const time of times) {
    for (; at < time; at += 100) await context.passTime(100);
    found.push(await statusOf(context, run));
  }
  return found;
};

const reachTasks = async (context: With, run: string): Promise<void> => {
  for (let step = 0; step < 20 && (await statusOf(context, run)) !== 'post_plan_running'; step++) await context.passTime(50);
  assert.is(await statusOf(context, run), 'post_plan_running');
};

runs('a failed task ends the run of an engine four seconds after its plan, and any other run at once', async (context) => {
  await script(context, failing);
  assert.equal(await follow(context, await start(context, engine), 1500, 3500, 5000), [
    'post_plan_running',
    'post_plan_running',
    'errored',
  ]);
  await script(context, failing);
  assert.equal(await follow(context, await start(context, {}), 1500), ['errored']);
});

runs('a cancellation after the plan ends the run of an engine four seconds after its plan, and any other run at once', async (context) => {
  const { request } = context;
  await script(context, passing);
  const followed = await start(context, engine);
  await reachTasks(context, followed);
  assert.is((await request(`POST /runs/${followed}/actions/cancel`)).status, 202);
  assert.is((await request(`POST /runs/${followed}/actions/cancel`)).status, 409, 'it is canceled already');
  assert.equal(await follow(context, followed, 3000, 4500), ['post_plan_running', 'canceled']);
  await script(context, passing);
  const other = await start(context, {});
  await reachTasks(context, other);
  assert.is((await request(`POST /runs/${other}/actions/cancel`)).status, 202);
  assert.is(await statusOf(context, other), 'canceled');
});

/** The run as one that the engine of the service executes. */
const executeByEngine = ({ store }: With, id: string, more: Partial<StoredRun> = {}): Promise<unknown> =>
  store.write(async (tx) => {
    const run = (await tx.get<StoredRun>('runs', id))!;
    await tx.update<StoredRun>(run, { body: { ...run.body, executor: 'engine', movesAt: null, ...more } });
    if (more.status === 'apply_queued') await tx.link(queuedRunsLink, 'all', id);
  });
const readBody = async ({ store }: With, id: string): Promise<StoredRun> =>
  store.read(async (view) => (await view.get<StoredRun>('runs', id))!.body);

runs('a cancellation of a run of the engine waits as well, and the run then moves no more', async (context) => {
  await script(context, passing);
  const id = await start(context, engine);
  await reachTasks(context, id);
  await executeByEngine(context, id);
  assert.is((await context.request(`POST /runs/${id}/actions/cancel`)).status, 202);
  assert.equal(await follow(context, id, 3000, 4500), ['post_plan_running', 'canceled']);
  const { active, movesAt } = await readBody(context, id);
  assert.equal([active, movesAt], [false, null]);
});

runs('a run that is over has no next status, whatever was asked for before', () => {
  const over = { endsAs: 'canceled', active: false, reached: {} } as unknown as StoredRun;
  for (const status of finalStatuses)
    assert.is(findNextStatus({ ...over, status }, { tier: 'free', runStatusMilliseconds: 100 }), undefined, status);
});

runs('a cancellation ends a run whose apply is queued at once, so that no runner begins it', async (context) => {
  const { request, store, clock } = context;
  await script(context, passing);
  const id = await start(context, engine);
  await reachTasks(context, id);
  await executeByEngine(context, id, { status: 'apply_queued' });
  assert.is((await request(`POST /runs/${id}/actions/cancel`)).status, 202);
  assert.is(await statusOf(context, id), 'canceled');
  const run = { clock, settings: defaultSettings, listeners: serviceListeners };
  assert.is(await store.write((tx) => claimQueuedRun({ ...run, tx }, { queue: 'all', runner: 'r', limit: 1000 })), undefined);
});

runs.run();
