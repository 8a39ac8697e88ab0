import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, listErrors } from './support.ts';
import { document } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const runs = suite<With>('run outcomes');
runs.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
runs.after.each(async ({ close }) => {
  await close();
});

const start = (
  { request: ask }: NoCodeTestService,
  workspace: string,
  attributes: object = {},
  options: { readonly token?: string } = {},
) => ask('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: workspace } } }), options);
const begun = async (context: With, attributes: object = {}, workspace = context.web): Promise<string> =>
  (await start(context, workspace, attributes)).body.data.id;
const runOf = async ({ request: ask }: NoCodeTestService, id: string) => (await ask(`GET /runs/${id}`)).body.data.attributes;
const workspaceOf = async ({ request: ask }: NoCodeTestService, id: string) => (await ask(`GET /workspaces/${id}`)).body.data;

runs('destroyed: nothing is managed afterwards', async (context) => {
  const { request: ask, passTime: pass, web } = context;
  await ask(`PATCH //_local/workspaces/${web}`, { resourceCount: 7 });
  const plain = await begun(context, { 'auto-apply': true });
  await pass(1000);
  assert.equal([(await runOf(context, plain)).status, (await workspaceOf(context, web)).attributes['resource-count']], ['applied', 7]);
  await ask('POST //_local/run-outcome', { outcome: 'no-changes' });
  const id = await begun(context, { 'is-destroy': true, 'auto-apply': true });
  await pass(1000);
  assert.equal([(await runOf(context, id)).status, (await workspaceOf(context, web)).attributes['resource-count']], ['applied', 0]);
  assert.is((await ask(`POST /workspaces/${web}/actions/safe-delete`)).status, 204);
  assert.equal([(await ask(`GET /runs/${id}`)).status, await pass(1000)], [404, 0], 'a workspace takes its runs along');
});

runs("the next run's outcome is chosen, once", async (context) => {
  const { request: ask, passTime: pass } = context;
  for (const outcome of ['plan-errored', 'no-changes', 'apply-errored']) await ask('POST //_local/run-outcome', { outcome });
  const seen: string[] = [];
  for (let index = 0; index < 4; index++) {
    const id = await begun(context, { 'auto-apply': true });
    await pass(1000);
    seen.push((await runOf(context, id)).status);
  }
  assert.equal(seen, ['errored', 'planned_and_finished', 'errored', 'applied']);
  assert.is((await workspaceOf(context, context.web)).attributes['run-failures'], 2);
});

runs('those of one workspace follow one another; those of two go side by side', async (context) => {
  const { request: ask, passTime: pass, web, createWorkspaceId: id } = context;
  const [first, second, third] = [await begun(context), await begun(context), await begun(context)];
  const other = await begun(context, {}, await id('other'));
  const seen = async () => Promise.all([first, second, third, other].map(async (run) => (await runOf(context, run)).status));
  const current = async () => (await workspaceOf(context, web)).relationships['current-run'].data.id;
  await pass(1000);
  assert.equal(await seen(), ['planned', 'pending', 'pending', 'planned']);
  assert.is(await current(), first);
  await ask(`POST /runs/${second}/actions/cancel`);
  assert.equal(
    [await seen(), await current()],
    [['planned', 'canceled', 'pending', 'planned'], first],
    'one that waits is canceled without a word to the others',
  );
  await ask(`POST /runs/${first}/actions/discard`);
  assert.is(await current(), third);
  await pass(100);
  assert.equal(await seen(), ['discarded', 'canceled', 'fetching', 'planned']);
});

runs('a clock that leaps takes those that waited along', async (context) => {
  const ids = [await begun(context, { 'auto-apply': true }), await begun(context, { 'auto-apply': true })];
  assert.is(await context.passTime(3_600_000), 2);
  const [first, second] = await Promise.all(ids.map((id) => runOf(context, id)));
  assert.equal(
    [first.status, second.status, second['status-timestamps']['fetching-at']],
    ['applied', 'applied', '2026-05-01T12:00:00.700Z'],
    'the second began when the first was over',
  );
});

runs('listed for a workspace, the latest first', async (context) => {
  const ids = [await begun(context), await begun(context), await begun(context)];
  const answer = await context.request(`GET /workspaces/${context.web}/runs?page[size]=2`);
  assert.equal([answer.body.data.map((one: any) => one.id), answer.body.meta.pagination['total-count']], [[ids[2], ids[1]], 3]);
});

runs('what cannot be started is refused', async (context) => {
  const { request: ask, web, createWorkspaceId: id } = context;
  assert.equal(listErrors(await ask('POST /runs', document('workspaces'))), [
    ['422', 'expected the type "runs", got "workspaces"', '/data/type'],
  ]);
  assert.equal(listErrors(await ask('POST /runs', document('runs'))), [
    ['422', 'a run needs a workspace', '/data/relationships/workspace/data'],
  ]);
  assert.equal(listErrors(await start(context, 'ws-none')), [
    ['404', 'the workspace ws-none was not found, or this token has no access to it'],
  ]);
  assert.equal(listErrors(await start(context, web, { message: 1, 'is-destroy': 'x', 'auto-apply': 'y' })), [
    ['422', 'expected text, got a number', '/data/attributes/message'],
    ['422', 'expected true or false, got a string', '/data/attributes/is-destroy'],
    ['422', 'expected true or false, got a string', '/data/attributes/auto-apply'],
  ]);
  assert.equal(listErrors(await start(context, await id('kept', { 'allow-destroy-plan': false }), { 'is-destroy': true })), [
    ['422', 'allow-destroy-plan of this workspace is false', '/data/attributes/is-destroy'],
  ]);
});

runs('rights: to plan, to apply and to destroy are three', async (context) => {
  const { request: ask, web, member, grant, passTime: pass } = context;
  const [planner, reader, stranger, writer] = [
    await member('planner'),
    await member('reader'),
    await member('stranger'),
    await member('writer'),
  ];
  await grant('team-workspaces', planner.team, web, { access: 'plan' });
  await grant('team-workspaces', reader.team, web, { access: 'read' });
  await grant('team-workspaces', writer.team, web, { access: 'write' });
  const statuses = async (attributes: object) =>
    Promise.all([stranger, reader, planner, writer].map(async ({ token }) => (await start(context, web, attributes, { token })).status));
  assert.equal(
    [await statuses({}), await statuses({ 'is-destroy': true })],
    [
      [404, 404, 201, 201],
      [404, 404, 404, 201],
    ],
  );
  await pass(1000);
  const id = (await workspaceOf(context, web)).relationships['current-run'].data.id;
  const each = async (row: string) =>
    Promise.all([stranger, reader, planner].map(async ({ token }) => (await ask(row, undefined, { token })).status));
  assert.equal(
    [await each(`GET /runs/${id}`), await each(`GET /workspaces/${web}/runs`), await each(`POST /runs/${id}/actions/apply`)],
    [
      [404, 200, 200],
      [404, 200, 200],
      [404, 404, 404],
    ],
  );
  assert.is((await ask(`POST /runs/${id}/actions/apply`, undefined, { token: writer.token })).status, 202);
});

runs.run();
