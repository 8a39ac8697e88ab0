/** Policy sets in Rego and the runs that have to follow them, from the upload of the policies to the override. */
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../../src/http/settings.ts';
import { evaluatePendingPolicies } from '../../../src/workspaces/policies/evaluation/evaluate-pending.ts';
import { createNoCodeTestService, type NoCodeTestService } from '../../no-code/support.ts';
import { createTar } from '../create-tar.ts';

interface Story extends NoCodeTestService {
  readonly web: string;
}
const test = suite<Story>('policies of runs');
test.before.each(async (context) => {
  const service = await createNoCodeTestService({ profile: 'hosted' });
  Object.assign(context, service, { web: await service.createWorkspaceId('web') });
});
test.after.each(({ close }) => close());

const dark = `package harbor
import rego.v1
deny contains message if {
  some change in input.plan.resource_changes
  not change.change.after.lit
  message := sprintf("%s is dark in %s of %s", [change.address, input.run.workspace.name, input.run.organization.name])
}
`;
import { serviceListeners } from '../../../src/service.ts';
import { document, many } from '../../documents.ts';

const plan = {
  format_version: '1.2',
  resource_changes: [{ address: 'harbor_buoy.red', change: { actions: ['create'], before: null, after: { lit: false } } }],
};
const lit = {
  ...plan,
  resource_changes: [{ address: 'harbor_buoy.red', change: { actions: ['create'], before: null, after: { lit: true } } }],
};

/** A policy with this level in a set that is enforced everywhere. */
const createRules = async ({ request }: Story, level: string, attributes: object = {}): Promise<string> => {
  const policy = document('policies', { name: 'dark', kind: 'opa', query: 'data.harbor.deny', 'enforcement-level': level });
  const { id } = (await request('POST /organizations/acme/policies', policy)).body.data;
  await request(`PUT /policies/${id}/upload`, dark);
  const set = document('policy-sets', { name: 'rules', kind: 'opa', global: true, ...attributes }, { policies: many('policies', id) });
  return (await request('POST /organizations/acme/policy-sets', set)).body.data.id;
};
/** A run whose plan is this, as far as it goes until its policies were evaluated. */
const startRun = async (context: Story, json: object, attributes: object = {}): Promise<string> => {
  const { request, web, store, clock, passTime } = context;
  assert.is((await request('POST //_local/run-outcome', { plan: { json } })).status, 201);
  const started = await request('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: web } } }));
  assert.is(started.status, 201, JSON.stringify(started.body));
  await passTime(1000);
  await evaluatePendingPolicies(store, { clock, settings: defaultSettings, listeners: serviceListeners });
  await passTime(1000);
  return started.body.data.id;
};
const read = async ({ request }: Story, path: string) => (await request(`GET ${path}`)).body;
const statusOf = async (context: Story, run: string) => (await read(context, `/runs/${run}`)).data.attributes.status;
const readStage = async (context: Story, run: string) => {
  const { data, included } = await read(context, `/runs/${run}/task-stages?include=policy_evaluations`);
  return { stage: data[0], evaluation: included[0] };
};

test('a run whose plan follows the policies waits for its confirmation', async (context) => {
  await createRules(context, 'mandatory');
  const run = await startRun(context, lit);
  const { stage, evaluation } = await readStage(context, run);
  assert.equal([stage.attributes.stage, stage.attributes.status], ['post_plan', 'passed']);
  assert.equal(
    [evaluation.attributes.status, evaluation.attributes['policy-kind'], evaluation.attributes['result-count']],
    ['passed', 'opa', { 'advisory-failed': 0, 'mandatory-failed': 0, passed: 1, errored: 0 }],
  );
  const { attributes } = (await read(context, `/runs/${run}`)).data;
  assert.equal([attributes.status, attributes.actions['is-confirmable']], ['post_plan_completed', true]);
});
test('an advisory policy that is broken is reported, and the run continues', async (context) => {
  await createRules(context, 'advisory');
  const run = await startRun(context, plan, { 'auto-apply': true });
  const { evaluation } = await readStage(context, run);
  const outcomes = (await read(context, `/policy-evaluations/${evaluation.id}/policy-set-outcomes`)).data;
  assert.equal(
    outcomes.map(({ attributes }: any) => attributes),
    [
      {
        outcomes: [
          {
            enforcement_level: 'advisory',
            query: 'data.harbor.deny',
            status: 'failed',
            policy_name: 'dark',
            description: '',
            output: ['harbor_buoy.red is dark in web of acme'],
          },
        ],
        error: null,
        warnings: [],
        overridable: false,
        'policy-set-name': 'rules',
        'policy-set-description': null,
        'result-count': { 'advisory-failed': 1, 'mandatory-failed': 0, passed: 0, errored: 0 },
        result_count: { 'advisory-failed': 1, 'mandatory-failed': 0, passed: 0, errored: 0 },
        'policy-tool-version': 'embedded',
      },
    ],
  );
  assert.is(await statusOf(context, run), 'applied');
});
test('a mandatory policy that is broken ends the run', async (context) => {
  await createRules(context, 'mandatory');
  const run = await startRun(context, plan);
  const { stage, evaluation } = await readStage(context, run);
  assert.equal([stage.attributes.status, evaluation.attributes.status], ['failed', 'failed']);
  assert.is(await statusOf(context, run), 'errored');
  assert.is((await read(context, `/workspaces/${context.web}`)).data.attributes['policy-check-failures'], 1);
  assert.is((await context.request(`POST /task-stages/${stage.id}/actions/override`)).status, 409);
});
test('where a set is overridable, the run waits until somebody with the right says so', async (context) => {
  await createRules(context, 'mandatory', { overridable: true });
  const run = await startRun(context, plan);
  const { stage } = await readStage(context, run);
  assert.equal([await statusOf(context, run), stage.attributes.status], ['post_plan_awaiting_decision', 'awaiting_override']);
  const { token, team } = await context.member('mia');
  await context.grant('team-workspaces', team, context.web, { access: 'admin' });
  const override = (options: object = {}) => context.request(`POST /task-stages/${stage.id}/actions/override`, undefined, options);
  assert.is((await override({ token })).status, 404, 'an administrator of the workspace has no say in policies of the organization');
  const overridden = await override();
  assert.equal([overridden.status, overridden.body.data.attributes.status], [200, 'passed']);
  await context.passTime(1000);
  assert.equal(
    [await statusOf(context, run), (await readStage(context, run)).evaluation.attributes.status],
    ['post_plan_completed', 'overridden'],
  );
});
test('a policy without a text is errored, and holds the run up', async (context) => {
  const { request } = context;
  const set = await createRules(context, 'mandatory');
  const other = document('policies', { name: 'empty', kind: 'opa', query: 'data.harbor.deny' });
  const { id } = (await request('POST /organizations/acme/policies', other)).body.data;
  await request(`POST /policy-sets/${set}/relationships/policies`, many('policies', id));
  const run = await startRun(context, lit);
  const { evaluation } = await readStage(context, run);
  assert.equal(evaluation.attributes['result-count'], { 'advisory-failed': 0, 'mandatory-failed': 0, passed: 1, errored: 1 });
  const [outcome] = (await read(context, `/policy-evaluations/${evaluation.id}/policy-set-outcomes`)).data;
  assert.equal(outcome.attributes.outcomes[1].output, ['the policy has no text; upload it']);
  assert.is(await statusOf(context, run), 'errored');
});
test('the policies of an uploaded version share their modules', async (context) => {
  const { request } = context;
  const set = await request('POST /organizations/acme/policy-sets', document('policy-sets', { name: 'rules', kind: 'opa', global: true }));
  const version = await request(`POST /policy-sets/${set.body.data.id}/versions`);
  const archive = createTar({
    'policies.hcl': 'policy "dark" {\n  query = "data.harbor.deny"\n  enforcement_level = "mandatory"\n}\n',
    'lib/lights.rego': 'package lights\nis_dark(buoy) { not buoy.lit }\n',
    'harbor.rego':
      'package harbor\nimport data.lights\n' +
      'deny[a] { c := input.plan.resource_changes[_]; lights.is_dark(c.change.after); a := c.address }\n',
    'harbor_test.rego': 'package harbor\nthis is no rego',
  });
  const { pathname } = new URL(version.body.data.links.upload);
  assert.is((await request(`PUT /${pathname}`, gzipSync(archive) as unknown as string, { token: null })).status, 200);
  const run = await startRun(context, plan);
  const { evaluation } = await readStage(context, run);
  const [outcome] = (await read(context, `/policy-evaluations/${evaluation.id}/policy-set-outcomes`)).data;
  assert.equal(outcome.attributes.outcomes[0].output, ['harbor_buoy.red']);
  assert.is(await statusOf(context, run), 'errored');
});
test('sets in Sentinel are not evaluated, and the run says so', async (context) => {
  const { request } = context;
  const { id } = (await request('POST /organizations/acme/policies', document('policies', { name: 'old' }))).body.data;
  const set = document('policy-sets', { name: 'older-rules', global: true }, { policies: many('policies', id) });
  await request('POST /organizations/acme/policy-sets', set);
  const run = await startRun(context, plan);
  assert.equal((await read(context, `/runs/${run}/task-stages`)).data, []);
  const events = (await read(context, `/runs/${run}/run-events`)).data.map(({ attributes }: any) => [
    attributes.action,
    attributes.description,
  ]);
  assert.equal(
    events.filter(([action]: readonly string[]) => action === 'ignored_policy_sets'),
    [['ignored_policy_sets', 'Policy sets that are not evaluated, because this service evaluates policies in Rego only: older-rules']],
  );
  assert.is(await statusOf(context, run), 'planned');
});
test('workspaces are chosen by name, project, tag and exclusion', async (context) => {
  const { request, web } = context;
  const set = await createRules(context, 'mandatory', { global: false });
  const hasStage = async () => (await read(context, `/runs/${await startRun(context, lit)}/task-stages`)).data.length === 1;
  const change = async (method: string, name: string, type: string, id: string) =>
    assert.is((await request(`${method} /policy-sets/${set}/relationships/${name}`, many(type, id))).status, 204);
  const project = (await read(context, `/workspaces/${web}`)).data.relationships.project.data.id;
  const discard = async () => {
    const { id } = (await read(context, `/workspaces/${web}/runs`)).data[0];
    await request(`POST /runs/${id}/actions/discard`);
  };
  const seen: boolean[] = [];
  const look = async () => {
    seen.push(await hasStage());
    await discard();
  };
  await look();
  await change('POST', 'workspaces', 'workspaces', web);
  await look();
  await change('DELETE', 'workspaces', 'workspaces', web);
  await change('POST', 'projects', 'projects', project);
  await look();
  await change('POST', 'workspace-exclusions', 'workspaces', web);
  await look();
  await change('DELETE', 'workspace-exclusions', 'workspaces', web);
  await change('DELETE', 'projects', 'projects', project);
  await request(`PATCH /workspaces/${web}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'berth', value: '12' } }] });
  await request(`POST /policy-sets/${set}/tag-selectors`, { data: [{ 'tag-key': 'berth', 'tag-value': '12', 'is-exclude': false }] });
  await look();
  await request(`POST /policy-sets/${set}/tag-selectors`, { data: [{ 'tag-key': 'crane', 'tag-value': null, 'is-exclude': false }] });
  await look();
  await request(`PATCH /policy-sets/${set}`, document('policy-sets', { 'tag-selector-matching-logic': 'all' }));
  await look();
  await request(`PATCH /policy-sets/${set}`, document('policy-sets', { 'tag-selector-matching-logic': null }));
  await request(`POST /policy-sets/${set}/tag-selectors`, { data: [{ 'tag-key': 'berth', 'tag-value': null, 'is-exclude': true }] });
  await look();
  assert.equal(seen, [false, true, true, false, true, true, false, false]);
});

test.run();
