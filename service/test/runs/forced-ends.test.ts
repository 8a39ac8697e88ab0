/** Runs that do not end by themselves: those that ignore their cancellation, and circles of triggers. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, listErrors, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

interface Parts extends NoCodeTestService {
  readonly web: string;
}
const test = suite<Parts>('runs that do not end by themselves');
test.before.each(async (context) => {
  const bench = await createNoCodeTestService();
  Object.assign(context, bench, { web: await bench.createWorkspaceId('web') });
});
test.after.each(({ close }) => close());

const start = async ({ request }: Parts, workspace: string, attributes: object = {}): Promise<string> => {
  const relationships = { workspace: { data: { type: 'workspaces', id: workspace } } };
  return (await request('POST /runs', document('runs', attributes, relationships))).body.data.id;
};
const read = async ({ request }: Parts, id: string) => (await request(`GET /runs/${id}`)).body.data.attributes;

test('a run that ignores its cancellation is ended by force, a minute later', async (parts) => {
  const { request, passTime, web } = parts;
  await request('POST //_local/run-outcome', { ignoresCancel: true });
  const run = await start(parts, web);
  await passTime(250);
  assert.is((await read(parts, run)).status, 'planning');
  const act = (action: string) => request(`POST /runs/${run}/actions/${action}`);
  assert.is((await act('force-cancel')).status, 409, 'it was not canceled yet');
  assert.is((await act('cancel')).status, 202);
  const canceled = await read(parts, run);
  assert.equal(
    [canceled.status, canceled['force-cancel-available-at'], canceled.actions['is-cancelable'], canceled.actions['is-force-cancelable']],
    ['planning', '2026-05-01T12:01:00.250Z', false, false],
  );
  assert.is((await act('cancel')).status, 409);
  assert.equal(listErrors(await act('force-cancel')), [
    ['409', 'the run was canceled a short time ago and may still stop by itself: it can be force-canceled at 2026-05-01T12:01:00.250Z'],
  ]);
  await passTime(60_000);
  assert.equal([(await read(parts, run)).status, (await read(parts, run)).actions['is-force-cancelable']], ['planning', true]);
  assert.is((await act('force-cancel')).status, 202);
  assert.is((await read(parts, run)).status, 'force_canceled');
  assert.is((await act('force-cancel')).status, 409);
  const next = await start(parts, web);
  await passTime(1000);
  assert.is((await read(parts, next)).status, 'planned', 'the workspace is free again');
});

test('two workspaces that trigger each other come to rest after ten runs', async (parts) => {
  const { request, passTime, web, createWorkspaceId, patch } = parts;
  const other = await createWorkspaceId('other');
  for (const [target, source] of [
    [web, other],
    [other, web],
  ] as const) {
    await patch(target, { 'auto-apply-run-trigger': true });
    const relationships = { sourceable: { data: { type: 'workspaces', id: source } } };
    assert.is((await request(`POST /workspaces/${target}/run-triggers`, document('run-triggers', {}, relationships))).status, 201);
  }
  const first = await start(parts, web, { 'auto-apply': true });
  for (let step = 0; step < 20; step++) await passTime(5000);
  const runs = (await request('GET /organizations/acme/runs?page[size]=100')).body.data.reverse();
  assert.is(runs.length, 12);
  assert.equal(
    runs.map(({ attributes }: any) => attributes.status),
    [...Array.from({ length: 11 }, () => 'applied'), 'planned'],
  );
  const [, second] = runs;
  assert.equal(
    [second.attributes['triggering-source-name'], second.relationships['triggering-source'], second.relationships['triggering-run'].data],
    ['web', { data: { id: web, type: 'workspaces' } }, { id: first, type: 'runs' }],
  );
  const { id, attributes } = runs.at(-1);
  assert.is(
    attributes.message,
    'Triggered by an applied run of another workspace. It is not applied by itself: 10 runs started each other before it',
  );
  assert.is((await request(`POST /runs/${id}/actions/apply`)).status, 202);
  for (let step = 0; step < 3; step++) await passTime(5000);
  const more = (await request('GET /organizations/acme/runs?page[size]=100')).body.data;
  assert.ok(more.length > 13, 'after a confirmation they are counted anew');
});

test.run();
