/** What a run leaves: logs, plans as JSON, states, comments, exports. */
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const runs = suite<With>('what runs leave');
runs.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
runs.after.each(async ({ close }) => {
  await close();
});

const start = async ({ request, web }: With, attributes: object = {}): Promise<string> =>
  (await request('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: web } } }))).body.data.id;
const script = async ({ request }: With, outcome: object) => assert.is((await request('POST //_local/run-outcome', outcome)).status, 201);
const pathOf = (address: string): string => address.replace('http://slipway.test/api/v2', '');
const plan = async ({ request }: With, run: string) => (await request(`GET /runs/${run}/plan`)).body.data;

runs('a log is read by offset and limit, from its start mark to its end mark, without a token', async (context) => {
  await script(context, { plan: { log: `${'x'.repeat(70_000)}\nend\n` } });
  const run = await start(context);
  await context.passTime(1000);
  const path = pathOf((await plan(context, run)).attributes['log-read-url']);
  const read = async (query: string) => (await context.as(null)(`GET ${path}${query}`)).body ?? '';
  const whole = `\u0002${'x'.repeat(70_000)}\nend\n\u0003`;
  assert.is(await read(''), whole);
  assert.is(await read('?limit=65536&offset=0'), whole.slice(0, 65_536));
  assert.is(await read('?limit=65536&offset=65530'), whole.slice(65_530));
  assert.equal([await read('?limit=3&offset=69999'), await read(`?limit=10&offset=${whole.length}`)], ['xx\n', '']);
  assert.is((await context.request(`GET ${path}?offset=-1`)).status, 400);
  assert.is((await context.request(`GET ${path.replace(/[^/]+$/, 'wrong')}`)).status, 404);
});

runs('a plan is running while its log has no end, and a canceled one ends its log', async (context) => {
  const run = await start(context);
  await context.passTime(200);
  const { attributes } = await plan(context, run);
  const log = async () => (await context.request(`GET ${pathOf(attributes['log-read-url'])}`)).body as string;
  assert.equal([attributes.status, attributes['has-changes'], (await log()).endsWith('\u0003')], ['running', false, false]);
  assert.match(await log(), /^\u0002\{"@level":"info","@message":"Terraform 1\.11\.4"/);
  await context.request(`POST /runs/${run}/actions/cancel`, { comment: 'never mind' });
  assert.equal([(await plan(context, run)).attributes.status, (await log()).endsWith('\u0003')], ['canceled', true]);
  const apply = (await context.request(`GET /runs/${run}/apply`)).body.data;
  assert.is(apply.attributes.status, 'unreachable');
  const events = (await context.request(`GET /runs/${run}/run-events?include=comment,actor`)).body;
  assert.equal(
    [events.data[0].attributes.action, events.included.map(({ attributes: one }: any) => one.body ?? one.username)],
    ['canceled', ['never mind', 'olivia']],
  );
});

runs('the address of a log is good for a day, and for as long as the log is written', async (context) => {
  const run = await start(context);
  await context.passTime(200);
  const told = async (): Promise<string> => pathOf((await plan(context, run)).attributes['log-read-url']);
  const status = async (path: string) => (await context.as(null)(`GET ${path}`)).status;
  const address = await told();
  const after = (milliseconds: number): void => context.clock.freeze(new Date(Date.parse('2026-05-01T12:00:00.000Z') + milliseconds));
  const [day, minute] = [86_400_000, 60_000];
  after(3 * day);
  assert.equal([(await plan(context, run)).attributes.status, await status(address)], ['running', 200]);
  await context.request(`POST /runs/${run}/actions/cancel`);
  after(3 * day + 5 * minute);
  assert.is(await status(address), 200, 'the engine reads the end of the log after the end of the phase');
  after(3 * day + 5 * minute + 1);
  assert.equal([await status(address), await status(await told())], [404, 200]);
  // An address from the time after the end lives as long as any other.
  const later = await told();
  after(5 * day);
  assert.is(await status(later), 404);
});

runs('a text log where the workspace wants no structured output', async (context) => {
  await context.patch(context.web, { 'structured-run-output-enabled': false });
  const run = await start(context, { 'auto-apply': true });
  await context.passTime(1000);
  const read = async (noun: string) =>
    (await context.request(`GET ${pathOf((await context.request(`GET /runs/${run}/${noun}`)).body.data.attributes['log-read-url'])}`)).body;
  assert.is(
    await read('plan'),
    '\u0002Terraform v1.11.4\non linux_amd64\nInitializing plugins and modules...\n' +
      'terraform_data.example[0]: Plan to create\nPlan: 1 to add, 0 to change, 0 to destroy.\n\u0003',
  );
  assert.is(
    await read('apply'),
    '\u0002Terraform v1.11.4\non linux_amd64\nInitializing plugins and modules...\n' +
      'terraform_data.example[0]: Creating...\nterraform_data.example[0]: Creation complete after 0s\n' +
      'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.\n\u0003',
  );
});

const change = {
  actions: ['create'],
  before: null,
  after: { input: 'hush', open: 'x' },
  before_sensitive: false,
  after_sensitive: { input: true },
};

runs('the JSON of a plan by an address that is good for a minute; redacted, it has no sensitive value', async (context) => {
  const { request, as } = context;
  const json = { format_version: '1.2', resource_changes: [{ address: 'a.b', change }], output_changes: {}, prior_state: { secret: 1 } };
  const schemas = { format_version: '1.0', provider_schemas: { own: {} } };
  await script(context, { plan: { json, schemas } });
  const run = await start(context);
  assert.equal([(await request(`GET /runs/${run}/plan/json-output`)).status], [204]);
  await context.passTime(1000);
  const { id } = await plan(context, run);
  const follow = async (path: string) => {
    const redirect = await request(`GET ${path}`);
    assert.is(redirect.status, 307);
    return pathOf(redirect.headers.get('location')!);
  };
  const address = await follow(`/plans/${id}/json-output`);
  assert.equal((await as(null)(`GET ${address}`)).body, json);
  assert.equal((await as(null)(`GET ${await follow(`/plans/${id}/json-schema`)}`)).body, schemas);
  assert.is((await request(`GET ${address.replace('json-output', 'json-schema')}`)).status, 404, 'another document needs another key');
  assert.equal((await request(`GET /plans/${id}/json-output-redacted`)).body, {
    plan_format_version: '1.2',
    resource_changes: [{ address: 'a.b', change: { ...change, after: { input: 'REDACTED', open: 'x' } } }],
    resource_drift: [],
    output_changes: {},
    relevant_attributes: [],
    provider_format_version: '1.0',
    provider_schemas: { own: {} },
  });
  await request('POST //_local/clock', { move: 61_000 });
  assert.is((await request(`GET ${address}`)).status, 404);
  assert.is((await request(`POST /plans/${id}/actions/soft-delete-backing-data`)).status, 204);
  assert.is((await request(`GET /plans/${id}/json-output-redacted`)).status, 404);
  assert.is((await request(`POST /plans/${id}/actions/restore-backing-data`)).status, 204);
  assert.is((await request(`GET /plans/${id}/json-output-redacted`)).status, 200);
  assert.is((await request(`POST /plans/${id}/actions/permanently-delete-backing-data`)).status, 204);
  assert.is((await request(`POST /plans/${id}/actions/restore-backing-data`)).status, 409);
});

runs('an export of a plan is an archive of mocks, for an hour', async (context) => {
  const run = await start(context);
  const exported = { plan: { data: { type: 'plans', id: run.replace('run', 'plan') } } };
  const create = () =>
    context.request('POST /plan-exports', document('plan-exports', { 'data-type': 'sentinel-mock-bundle-v0' }, exported));
  assert.is((await create()).status, 409);
  await context.passTime(1000);
  const { id, attributes } = (await create()).body.data;
  assert.is(attributes.status, 'finished');
  const response = await context.service.fetch(
    new Request(`http://slipway.test/api/v2/plan-exports/${id}/download`, { headers: { authorization: 'Bearer owner-token' } }),
  );
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  for (const words of ['mock-tfplan-v2.sentinel', '"terraform_data.example[0]"', 'sentinel.hcl', `id = "${run}"`])
    assert.ok(text.includes(words), words);
  await context.request('POST //_local/clock', { move: 3_700_000 });
  const expired = (await context.request(`GET /plan-exports/${id}`)).body.data;
  assert.equal([expired.attributes.status, expired.links.download], ['expired', null]);
  assert.equal(
    [(await context.request(`DELETE /plan-exports/${id}`)).status, (await context.request(`GET /plan-exports/${id}`)).status],
    [204, 404],
  );
});

runs('a state that an apply left is the current one, and shows its run', async (context) => {
  const state = { version: 4, lineage: 'l', serial: 7, outputs: { url: { value: 'http://web', type: 'string' } }, resources: [] };
  await script(context, { apply: { state, erroredState: { version: 4 } } });
  const run = await start(context, { 'auto-apply': true });
  await context.passTime(1000);
  const apply = (await context.request(`GET /runs/${run}?include=apply`)).body.included[0];
  const current = (await context.request(`GET /workspaces/${context.web}/current-state-version`)).body.data;
  assert.equal(
    [apply.relationships['state-versions'].data, current.attributes.serial, current.relationships.run.data.id],
    [[{ id: current.id, type: 'state-versions' }], 7, run],
  );
  const errored = await context.request(`GET /applies/${apply.id}/errored-state`);
  assert.equal((await context.as(null)(`GET ${pathOf(errored.headers.get('location')!)}`)).body, { version: 4 });
});

runs.run();
