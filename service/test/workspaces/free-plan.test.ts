/** The free plan has no tasks that run in every workspace; a seed says which plan an organization has. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applySeed, parseSeed } from '../../src/seed/index.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createNoCodeTestService, type NoCodeTestService } from '../no-code/support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

const test = suite<NoCodeTestService>('the free plan');
test.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
  const { store, clock } = context;
  await store.clear();
  const source = `
users: [{ name: olivia, token: owner-token }]
organizations:
  - { name: acme, owners: [olivia], tier: free, workspaces: [{ name: web }] }
  - { name: globex, owners: [olivia], workspaces: [{ name: web }] }
`;
  await applySeed(store, parseSeed('seed.yaml', source), { clock, settings: {}, listeners: serviceListeners, routes });
});
test.after.each(({ close }) => close());

const createTask = async ({ request }: NoCodeTestService, organization: string): Promise<any> => {
  const everywhere = { enabled: true, stages: ['pre_plan'], 'enforcement-level': 'mandatory' };
  const attributes = { name: 'scan', url: 'https://scan.example/', enabled: false, 'global-configuration': everywhere };
  const made = await request(`POST /organizations/${organization}/tasks`, document('tasks', attributes));
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
};
const subscribe = ({ request }: NoCodeTestService, plan: string) =>
  request(
    'POST /admin/organizations/acme/subscription',
    document('subscription', undefined, { 'feature-set': { data: { type: 'feature-sets', id: plan } } }),
  );

test('a seed gives one organization its plan, others have that of the service', async ({ request }) => {
  const summarize = async (organization: string) => {
    const { attributes } = (await request(`GET /organizations/${organization}/entitlement-set`)).body.data;
    const plan = (await request(`GET /organizations/${organization}`)).body.data.attributes['plan-tier'];
    return [plan, attributes['global-run-tasks'], attributes['no-code-provisioning'], attributes['audit-logging'], attributes['run-tasks']];
  };
  assert.equal(await summarize('acme'), ['free', false, false, false, true]);
  assert.equal(await summarize('globex'), ['plus', true, true, true, true]);
});

test('a global configuration is kept, and reported once the plan has it', async (context) => {
  const task = await createTask(context, 'acme');
  assert.is(task.attributes['global-configuration'], null);
  assert.is((await subscribe(context, 'fs-standard')).status, 201);
  assert.equal((await context.request(`GET /tasks/${task.id}`)).body.data.attributes['global-configuration'], {
    enabled: true,
    stages: ['pre_plan'],
    'enforcement-level': 'mandatory',
  });
});

test('on the free plan it adds no stage to a run', async (context) => {
  const { request, passTime } = context;
  const countStages = async (organization: string): Promise<number> => {
    const { id } = await createTask(context, organization);
    assert.is((await request(`PATCH /tasks/${id}`, document('tasks', { enabled: true }))).status, 200);
    const workspace = (await request(`GET /organizations/${organization}/workspaces/web`)).body.data.id;
    const related = { workspace: { data: { type: 'workspaces', id: workspace } } };
    const run = (await request('POST /runs', document('runs', {}, related))).body.data;
    await passTime(0);
    return (await request(`GET /runs/${run.id}/task-stages`)).body.data.length;
  };
  assert.is(await countStages('acme'), 0);
  assert.is(await countStages('globex'), 1);
});

test.run();
