import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { destroyDue } from '../../src/workspaces/auto-destroy/destroy-due.ts';
import { deliverNotifications } from '../../src/workspaces/notification-configurations/deliver-notifications.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';
import { issueToken } from '../creators.ts';

interface Parts extends WorkspaceTestService {
  readonly receiver: Receiver;
}
const settings = { ...defaultSettings, privateDestinations: true, publicUrl: 'https://slipway.example' };
const test = suite<Parts>('workspaces that destroy themselves');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ settings }), { receiver: await startReceiver() });
});
test.after.each(async ({ close, receiver }) => {
  receiver.close();
  await close();
});

const hour = 3_600_000;
/** Listens to the workspace; forgets the verification. */
const listen = async ({ request, receiver }: Parts, workspace: string): Promise<void> => {
  const triggers = ['workspace:auto_destroy_reminder', 'workspace:auto_destroy_run_results'];
  const attributes = { name: 'horn', 'destination-type': 'generic', enabled: true, url: receiver.url, triggers };
  const path = `POST /workspaces/${workspace}/notification-configurations`;
  assert.is((await request(path, document('notification-configurations', attributes))).status, 201);
  receiver.received.length = 0;
};
const collect = async ({ store, clock, receiver }: Parts) => {
  await deliverNotifications(store, clock, settings, '');
  return receiver.received.splice(0).map(({ text }) => JSON.parse(text));
};
const step = ({ store, clock }: Parts) => destroyDue(store, { clock, settings, listeners: serviceListeners });
const read = async ({ request }: Parts, id: string) => {
  const { attributes } = (await request(`GET /workspaces/${id}`)).body.data;
  return [attributes['auto-destroy-status'], attributes['resource-count']];
};

test('who listens is reminded a day before; then everything is destroyed, and the result is reported', async (parts) => {
  const { createWorkspaceId, change, clock, request } = parts;
  const due = '2026-05-03T12:00:00.000Z';
  const id = await createWorkspaceId('harbour', { 'auto-destroy-at': due });
  await change(id, { resourceCount: 3 });
  await listen(parts, id);
  assert.is(await step(parts), 0);
  clock.advance(24 * hour);
  assert.equal([await step(parts), await step(parts)], [1, 0]);
  const common = { workspace_id: id, workspace_name: 'harbour', organization_name: 'acme' };
  const [reminder, ...more] = await collect(parts);
  assert.equal(
    [more, reminder.trigger, reminder.message, reminder.trigger_scope],
    [[], 'workspace:auto_destroy_reminder', 'Auto Destroy Reminder', 'workspace'],
  );
  assert.equal(reminder.details, { auto_destroy_at: due, workspace_created_at: '2026-05-01T12:00:00.000Z', ...common });
  assert.equal(await read(parts, id), ['scheduled', 3]);
  clock.advance(24 * hour);
  assert.equal([await step(parts), await step(parts)], [1, 0]);
  assert.equal(await read(parts, id), ['running', 3]);
  await request('POST //_local/move', { until: 'still' });
  assert.equal(await read(parts, id), ['finished', 0]);
  const [run] = (await request(`GET /workspaces/${id}/runs`)).body.data;
  assert.equal(
    [run.attributes['is-destroy'], run.attributes.source, run.attributes.status],
    [true, 'tfe-infrastructure-lifecycle', 'applied'],
  );
  const [result, ...others] = await collect(parts);
  assert.equal([others, result.trigger, result.message], [[], 'workspace:auto_destroy_run_results', 'Auto Destroy Results']);
  assert.equal(result.details, {
    auto_destroy_at: due,
    workspace_created_at: '2026-05-01T12:00:00.000Z',
    run_id: run.id,
    run_status: 'applied',
    run_create_at: due,
    run_message: 'Destroyed automatically, by the settings of the workspace or its project',
    ...common,
  });
});

test('a project destroys what does not change; nothing is done where nothing is managed or a destruction is not allowed', async (parts) => {
  const { createWorkspaceId, change, clock, project, request } = parts;
  const dock = await project('dock', { 'auto-destroy-activity-duration': '2d' });
  const inDock = { project: { data: { type: 'projects', id: dock } } };
  const [used, empty, kept] = [
    await createWorkspaceId('used', {}, inDock),
    await createWorkspaceId('empty', {}, inDock),
    await createWorkspaceId('kept', { 'allow-destroy-plan': false }, inDock),
  ];
  for (const id of [used, kept]) await change(id, { resourceCount: 1 });
  clock.advance(48 * hour);
  assert.is(await step(parts), 3);
  await request('POST //_local/move', { until: 'still' });
  assert.equal(
    [await read(parts, empty), await read(parts, kept)],
    [
      ['finished', 0],
      ['errored', 1],
    ],
  );
  assert.equal(await read(parts, used), ['scheduled', 0], 'its infrastructure changed: the next time is two days later');
  await request(`PATCH /projects/${dock}`, document('projects', { 'auto-destroy-activity-duration': null }));
  clock.advance(480 * hour);
  assert.is(await step(parts), 0);
});

test("the organization's token, and who only creates workspaces, set no destruction; they may take it away", async (parts) => {
  const { createWorkspaceId, member, grant, project, request, create } = parts;
  const token = await issueToken({ create }, '/organizations/acme/authentication-token');
  const dock = await project('dock', { 'auto-destroy-activity-duration': '2d' });
  const id = await createWorkspaceId('harbour', { 'auto-destroy-at': '2026-05-03T12:00:00.000Z' });
  const creator = await member('creator');
  await grant('team-projects', creator.team, dock, { access: 'custom', 'create-workspaces': true });
  const inDock = { project: { data: { type: 'projects', id: dock } } };
  const send = (row: string, type: string, attributes: object, secret = token, relationships?: object) =>
    request(row, { data: { type, attributes, ...(relationships && { relationships }) } }, { token: secret });
  const workspaces = 'POST /organizations/acme/workspaces';
  const refused = [
    await send(`PATCH /workspaces/${id}`, 'workspaces', { 'auto-destroy-at': '2026-05-04T12:00:00.000Z' }),
    await send(`PATCH /workspaces/${id}`, 'workspaces', { 'auto-destroy-at': null, 'auto-destroy-activity-duration': '1h' }),
    await send(workspaces, 'workspaces', { name: 'a', 'auto-destroy-activity-duration': '1h' }),
    await send(workspaces, 'workspaces', { name: 'b', 'auto-destroy-at': '2026-05-04T12:00:00.000Z' }, creator.token, inDock),
    await send(`PATCH /projects/${dock}`, 'projects', { 'auto-destroy-activity-duration': '1h' }),
    await send('POST /organizations/acme/projects', 'projects', { name: 'c', 'auto-destroy-activity-duration': '1h' }),
  ];
  assert.equal(
    refused.map(({ status }) => status),
    [403, 403, 403, 403, 403, 403],
  );
  assert.is(
    refused[0]!.body.errors[0].detail,
    'auto-destroy-at: only administrators of the workspace may have it destroyed by itself, and no token of an organization',
  );
  const kept = await send(`PATCH /workspaces/${id}`, 'workspaces', { description: 'x', 'auto-destroy-at': '2026-05-03T12:00:00.000Z' });
  assert.equal([kept.status, kept.body.data.attributes['auto-destroy-at']], [200, '2026-05-03T12:00:00.000Z']);
  const removed = await send(`PATCH /workspaces/${id}`, 'workspaces', { 'auto-destroy-at': null });
  assert.equal([removed.status, removed.body.data.attributes['auto-destroy-at']], [200, null]);
  assert.is((await send(`PATCH /projects/${dock}`, 'projects', { 'auto-destroy-activity-duration': null })).status, 200);
  assert.is((await send(workspaces, 'workspaces', { name: 'd' }, creator.token, inDock)).status, 201);
});

test.run();
