/** `/_local/move` while background work moves the same runs, and with policies that background work evaluates. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createService, serviceListeners } from '../../src/service.ts';
import { resolveSettings } from '../../src/http/settings.ts';
import { advanceRuns } from '../../src/workspaces/runs/advance-runs.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';

const settings = { runStatusMilliseconds: 1000 };
const test = suite<WorkspaceTestService>('control: moving on beside background work');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ settings, profile: 'hosted' }));
});
test.after.each(({ close }) => close());

const startRun = async ({ request, createWorkspaceId }: WorkspaceTestService): Promise<string> => {
  const workspace = { data: { type: 'workspaces', id: await createWorkspaceId('web') } };
  return (await request('POST /runs', { data: { type: 'runs', attributes: { 'auto-apply': true }, relationships: { workspace } } })).body
    .data.id;
};
const statusOf = async ({ request }: WorkspaceTestService, run: string): Promise<string> =>
  (await request(`GET /runs/${run}`)).body.data.attributes.status;

test('what a slow step of background work moves meanwhile is not the end', async (context) => {
  const { store, clock } = context;
  const run = await startRun(context);
  let steps = 0;
  const beside = createService({
    store: {
      ...store,
      read: async (work) => {
        const answer = await store.read(work);
        clock.advance(200);
        return answer;
      },
      // A step of background work that takes a second, and is over just before the one that was asked for begins.
      write: async (work, organizations) => {
        steps += await advanceRuns(store, { clock, settings: resolveSettings(settings), listeners: serviceListeners });
        clock.advance(1000);
        return store.write(work, organizations);
      },
    },
    clock,
    settings,
    control: { test: true },
  });
  const body = JSON.stringify({ until: 'still' });
  const answer = await beside.fetch(new Request('http://slipway.test/_local/move', { method: 'POST', body }));
  assert.equal([answer.status, await statusOf(context, run), steps > 0], [200, 'applied', true]);
});

test('policies are evaluated on the way', async (context) => {
  const { request } = context;
  const policy = { type: 'policies', attributes: { name: 'open', kind: 'opa', query: 'data.open.deny', 'enforcement-level': 'mandatory' } };
  const { id } = (await request('POST /organizations/acme/policies', { data: policy })).body.data;
  await request(`PUT /policies/${id}/upload`, 'package open\ndeny := []\n');
  const relationships = { policies: { data: [{ type: 'policies', id }] } };
  const attributes = { name: 'rules', kind: 'opa', global: true };
  await request('POST /organizations/acme/policy-sets', { data: { type: 'policy-sets', attributes, relationships } });
  await request('POST //_local/run-outcome', { plan: { json: { format_version: '1.2', resource_changes: [] } } });
  const run = await startRun(context);
  await request('POST //_local/move', { until: 'still' });
  assert.is(await statusOf(context, run), 'applied');
});

test.run();
