import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';

const test = suite<{ service: WorkspaceTestService }>('change requests');
test.before.each(async (context) => {
  context.service = await createWorkspaceTestService({ profile: 'hosted', settings: { tier: 'plus' } });
});
test.after.each(({ service }) => service.close());

const bulkAction = (...targets: readonly string[]) => ({
  data: {
    attributes: { action_type: 'change_requests', action_inputs: { subject: 'pin', message: 'Pin the modules.' }, target_ids: targets },
  },
});
const path = '/organizations/acme/explorer/bulk-actions';

test('a change request is created in each workspace, read, and archived once', async ({ service }) => {
  const { request, clock } = service;
  const [web, shop] = [await service.createWorkspaceId('web'), await service.createWorkspaceId('shop')];
  const created = await request(`POST ${path}`, bulkAction(web, shop));
  assert.equal([created.status, created.body.data.attributes.action_inputs], [201, { subject: 'pin', message: 'Pin the modules.' }]);
  const listed = (await request(`GET /workspaces/${web}/change-requests`)).body.data;
  const [{ id }] = listed;
  const user = (await request('GET /account/details')).body.data.id;
  assert.equal(listed, [
    {
      id,
      type: 'workspace-change-requests',
      attributes: { subject: 'pin', message: 'Pin the modules.', 'archived-at': null, 'created-at': '2026-05-01T12:00:00.000Z' },
      relationships: {
        workspace: { data: { id: web, type: 'workspaces' } },
        'created-by': { data: { id: user, type: 'users' } },
        'archived-by-user': { data: null },
      },
      links: { self: `/api/v2/change-requests/${id}` },
    },
  ]);
  const count = async () => (await request(`GET /workspaces/${web}`)).body.data.attributes.unarchived_workspace_change_requests_count;
  assert.is(await count(), 1);
  clock.freeze(new Date('2026-05-02T12:00:00.000Z'));
  const archived = await request(`POST /change-requests/${id}/actions/archive`);
  assert.equal([archived.status, archived.body.data.attributes['archived-at']], [200, '2026-05-02T12:00:00.000Z']);
  assert.is((await request(`POST /change-requests/${id}/actions/archive`)).status, 400);
  assert.equal((await request(`GET /change-requests/${id}/actions/archive`)).body, (await request(`GET /change-requests/${id}`)).body);
  assert.is(await count(), 0);
  const lengths = async (archive: string) => (await request(`GET /workspaces/${web}/change-requests${archive}`)).body.data.length;
  assert.equal([await lengths(''), await lengths('?archive=true'), await lengths('?archive=false')], [1, 1, 0]);
});
test('who may not see the workspace finds no change request; who may not write it archives none', async ({ service }) => {
  const { request } = service;
  const web = await service.createWorkspaceId('web');
  await request(`POST ${path}`, bulkAction(web));
  const [{ id }] = (await request(`GET /workspaces/${web}/change-requests`)).body.data;
  const { token, team } = await service.member('mia');
  const status = async (row: string, body?: unknown) => (await request(row, body, { token })).status;
  assert.equal([await status(`GET /change-requests/${id}`), await status(`POST ${path}`, bulkAction(web))], [404, 404]);
  const read = () => status(`GET /change-requests/${id}`);
  const archive = () => status(`POST /change-requests/${id}/actions/archive`);
  await service.grant('team-workspaces', team, web, { access: 'plan' });
  assert.equal([await read(), await archive()], [200, 404]);
  await service.grant('team-workspaces', team, web, { access: 'write' });
  assert.equal([await read(), await archive()], [200, 200]);
});
test('a bulk action that cannot be done is refused as a whole', async ({ service }) => {
  const web = await service.createWorkspaceId('web');
  const { status, body } = await service.request(`POST ${path}`, bulkAction(web, 'ws-other'));
  assert.equal([status, body.errors[0].source.pointer], [422, '/data/attributes/target_ids/1']);
  assert.equal((await service.request(`GET /workspaces/${web}/change-requests`)).body.data, []);
  const empty = await service.request(`POST ${path}`, { data: { attributes: {} } });
  assert.equal(
    empty.body.errors.map(({ source }: any) => source.pointer),
    ['action_type', 'action_inputs/subject', 'action_inputs/message', 'target_ids'].map((name) => `/data/attributes/${name}`),
  );
});

test.run();
