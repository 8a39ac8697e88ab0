/** The attributes of a new run: each is implemented or refused, none ignored. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, listErrors, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const runs = suite<With>('new runs');
runs.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
runs.after.each(async ({ close }) => {
  await close();
});

const start = ({ request, web }: With, attributes: object = {}, workspace = web, relationships: object = {}) =>
  request('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: workspace } }, ...relationships }));
const startId = async (context: With, attributes: object = {}, workspace?: string): Promise<string> => {
  const { status, body } = await start(context, attributes, workspace);
  assert.is(status, 201, JSON.stringify(body));
  return body.data.id;
};
const readRun = async ({ request }: With, id: string) => (await request(`GET /runs/${id}`)).body.data.attributes;
const readStatuses = async (context: With, ...ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await readRun(context, id)).status));
const readCurrentRun = async ({ request, web }: With) =>
  (await request(`GET /workspaces/${web}`)).body.data.relationships['current-run'].data?.id;
const lock = ({ request, web }: With, action: 'lock' | 'unlock' | 'force-unlock') => request(`POST /workspaces/${web}/actions/${action}`);

runs(
  'plan-only: ends with its plan, and cannot be applied, even where the workspace applies by itself and the plan destroys',
  async (context) => {
    const { request, createWorkspaceId, passTime, change } = context;
    const auto = await createWorkspaceId('auto', { 'auto-apply': true });
    await change(auto, { resourceCount: 3 });
    const id = await startId(context, { 'plan-only': true, 'is-destroy': true }, auto);
    await passTime(10_000);
    const run = await readRun(context, id);
    assert.equal(
      [run.status, run['plan-only'], run['auto-apply'], run['has-changes'], run.actions],
      [
        'planned_and_finished',
        true,
        false,
        true,
        { 'is-cancelable': false, 'is-confirmable': false, 'is-discardable': false, 'is-force-cancelable': false },
      ],
    );
    assert.equal(listErrors(await request(`POST /runs/${id}/actions/apply`)), [
      ['409', 'a run that is planned_and_finished cannot be applied'],
    ]);
    const { attributes, relationships } = (await request(`GET /workspaces/${auto}`)).body.data;
    assert.equal(
      [attributes['resource-count'], attributes['workspace-kpis-runs-count'], relationships['current-run'].data],
      [3, 0, null],
      'the workspace is as it was',
    );
  },
);

runs('plan-only: neither waits for other runs nor holds them up, nor for a lock', async (context) => {
  const first = await startId(context);
  const preview = await startId(context, { 'plan-only': true });
  const second = await startId(context);
  await context.passTime(300);
  assert.equal(await readStatuses(context, first, preview, second), ['planned', 'planned_and_finished', 'pending']);
  assert.is(await readCurrentRun(context), first);
  await context.request(`POST /runs/${first}/actions/discard`);
  const another = await startId(context, { 'plan-only': true });
  await context.passTime(300);
  assert.equal(await readStatuses(context, second, another), ['planned', 'planned_and_finished']);
  await lock(context, 'lock');
  const locked = await startId(context, { 'plan-only': true });
  await context.passTime(300);
  assert.equal(await readStatuses(context, locked), ['planned_and_finished']);
});

runs('plan-only and auto-apply together are refused', async (context) => {
  assert.equal(listErrors(await start(context, { 'plan-only': true, 'auto-apply': true })), [
    ['422', 'a run with plan-only is never applied; leave out auto-apply', '/data/attributes/auto-apply'],
  ]);
});

runs('the options of a run are stored and returned', async (context) => {
  const told: { readonly [name: string]: unknown } = {
    message: 'by hand',
    'refresh-only': true,
    'save-plan': true,
    'target-addrs': ['a.b'],
    variables: [{ key: 'n', value: '"b"' }],
    'allow-config-generation': true,
    'allow-empty-apply': true,
    'invoke-action-addrs': ['action.a.b'],
    'policy-paths': ['p'],
    'debugging-mode': true,
  };
  const run = await readRun(context, await startId(context, told));
  assert.equal(Object.fromEntries(Object.keys(told).map((name) => [name, run[name]])), told);
  const replaced = await readRun(context, await startId(context, { 'replace-addrs': ['a.b'] }));
  assert.equal(replaced['replace-addrs'], ['a.b']);
  const planned = await readRun(context, await startId(context, { 'plan-only': true, 'engine-version': '1.9.0' }));
  assert.is(planned['engine-version'], '1.9.0');
});

runs('what cannot go together, or is of another type, is refused, and nothing is started', async (context) => {
  const refused: readonly (readonly [attributes: object, detail: string, name: string])[] = [
    [{ 'plan-only': true, 'save-plan': true }, 'a run with plan-only is never applied; leave out save-plan', 'save-plan'],
    [{ 'is-destroy': true, 'refresh-only': true }, 'a run destroys or refreshes; leave out one of both', 'refresh-only'],
    [{ refresh: false, 'refresh-only': true }, 'a run with refresh-only refreshes; leave out refresh', 'refresh'],
    [
      { 'replace-addrs': ['a.b'], 'refresh-only': true },
      'a run with refresh-only replaces nothing; leave out replace-addrs',
      'replace-addrs',
    ],
    [
      { 'engine-version': '1.9.0' },
      '"engine-version" of a run needs plan-only: other runs use the version of the workspace',
      'engine-version',
    ],
    [{ 'target-addrs': 'a.b' }, 'expected a list of texts', 'target-addrs'],
    [{ 'target-addrs': [1] }, 'expected a text of 1 to 4096 characters', 'target-addrs/0'],
    [{ variables: [{ key: 'n' }] }, 'expected {"key", "value"} with texts', 'variables/0'],
  ];
  for (const [attributes, detail, name] of refused)
    assert.equal(listErrors(await start(context, attributes)), [['422', detail, `/data/attributes/${name}`]], name);
  assert.equal(listErrors(await start(context, { speculative: true })), [
    ['422', '"speculative" is not a member that this operation knows', '/data/attributes/speculative'],
  ]);
  assert.equal((await context.request(`GET /workspaces/${context.web}/runs`)).body.data, []);
});

runs('what asks for nothing is taken, as clients send it', async (context) => {
  const sent = { 'refresh-only': false, 'save-plan': false, 'target-addrs': [], 'replace-addrs': null, variables: [], refresh: false };
  assert.is((await readRun(context, await startId(context, sent))).refresh, false);
});

runs('an unknown configuration version is refused', async (context) => {
  const relationships = { 'configuration-version': { data: { type: 'configuration-versions', id: 'cv-1' } } };
  assert.equal(listErrors(await start(context, {}, undefined, relationships)), [
    ['422', 'there is no configuration version cv-1 of the workspace "web"', '/data/relationships/configuration-version/data/id'],
  ]);
});

runs('a run in a workspace of local execution is refused', async (context) => {
  const local = await context.createWorkspaceId('local', { 'execution-mode': 'local' });
  assert.equal(listErrors(await start(context, {}, local)), [
    [
      '422',
      'the execution mode of the workspace "local" is local: its runs happen where the engine is started',
      '/data/relationships/workspace/data',
    ],
  ]);
});

for (const action of ['unlock', 'force-unlock'] as const)
  runs(`a run in a locked workspace waits for the ${action}, and the next one for it`, async (context) => {
    await lock(context, 'lock');
    const first = await startId(context, { 'auto-apply': true });
    const second = await startId(context, { 'auto-apply': true });
    await context.passTime(10_000);
    assert.equal(await readStatuses(context, first, second), ['pending', 'pending']);
    assert.is(await readCurrentRun(context), first, 'clients tell people by this what they wait for');
    assert.is((await lock(context, action)).status, 200);
    await context.passTime(100);
    assert.equal(await readStatuses(context, first, second), ['fetching', 'pending']);
    await context.passTime(2000);
    assert.equal(await readStatuses(context, first, second), ['applied', 'applied']);
  });

runs('a lock that comes while a run is under way holds up the next one', async (context) => {
  const first = await startId(context, { 'auto-apply': true });
  const second = await startId(context, { 'auto-apply': true });
  await context.passTime(100);
  await lock(context, 'lock');
  await context.passTime(10_000);
  assert.equal(await readStatuses(context, first, second), ['applied', 'pending']);
  assert.is(await readCurrentRun(context), second);
  await lock(context, 'unlock');
  await context.passTime(2000);
  assert.equal(await readStatuses(context, second), ['applied']);
});

runs('a run that waits for a lock can be canceled, and lets the next one be the current run', async (context) => {
  await lock(context, 'lock');
  const [first, second] = [await startId(context), await startId(context)];
  assert.is((await context.request(`POST /runs/${first}/actions/cancel`)).status, 202);
  await context.passTime(1000);
  assert.equal([await readStatuses(context, first, second), await readCurrentRun(context)], [['canceled', 'pending'], second]);
  await lock(context, 'unlock');
  await context.passTime(300);
  assert.equal(await readStatuses(context, second), ['planned']);
});

runs.run();
