import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';
import { issueToken } from '../creators.ts';

const deletion = suite<WorkspaceTestService>('workspace deletion');
deletion.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
deletion.after.each(async ({ close }) => {
  await close();
});

const conflict = (detail: string) => [409, { errors: [{ status: '409', title: 'conflict', detail }] }];

deletion('safe by id and by name: 204, and nothing is left', async ({ request: ask, createWorkspaceId: id, store }) => {
  const web = await id(
    'web',
    {},
    {
      tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] },
      'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'a', value: 'b' } }] },
    },
  );
  await id('api');
  await ask(`POST /workspaces/${web}/vars`, document('vars', { key: 'A', value: 'x', category: 'env' }));
  const gone = await ask(`POST /workspaces/${web}/actions/safe-delete`);
  assert.equal([gone.status, gone.body], [204, undefined]);
  assert.is((await ask(`GET /workspaces/${web}`)).status, 404);
  assert.is((await ask(`POST /workspaces/${web}/actions/safe-delete`)).status, 404);
  assert.is(
    (await ask('POST /organizations/acme/workspaces/api/actions/safe-delete', {})).status,
    204,
    'an empty document is taken as well',
  );
  assert.equal((await ask('GET /organizations/acme/workspaces')).body.data, []);
  assert.equal((await ask('GET /organizations/acme/tags')).body.data, [], 'its tags were on nothing else');
  for (const kind of ['workspaces', 'vars', 'tags']) assert.is(await store.read((view) => view.count({ kind })), 0, kind);
  for (const kind of ['workspace-project', 'workspace-tags', 'workspace-tagged', 'workspace-vars'])
    assert.equal(await store.read((view) => view.listLinks(kind, { from: web })), [], kind);
  assert.is(await id('web').then(() => 'made'), 'made', 'its name is free');
});

deletion('safe is refused while it manages resources', async ({ request: ask, createWorkspaceId: id, change }) => {
  const web = await id('web');
  await change(web, { resourceCount: 3 });
  for (const row of [`POST /workspaces/${web}/actions/safe-delete`, 'POST /organizations/acme/workspaces/web/actions/safe-delete']) {
    const kept = await ask(row);
    assert.equal([kept.status, kept.body], conflict('the workspace is not safe to delete: it is still managing 3 resources'), row);
  }
  await change(web, { resourceCount: 0 });
  assert.is((await ask('POST /organizations/acme/workspaces/web/actions/safe-delete')).status, 204);
});

deletion('safe is refused while it is locked or its state is being processed', async ({ request: ask, createWorkspaceId: id, change }) => {
  const web = await id('web');
  await ask(`POST /workspaces/${web}/actions/lock`);
  const locked = await ask(`POST /workspaces/${web}/actions/safe-delete`);
  assert.equal([locked.status, locked.body], conflict('Workspace is currently locked by User olivia: unlock it before it is deleted'));
  await ask(`POST /workspaces/${web}/state-versions`, document('state-versions', { serial: 1 }));
  await change(web, { lock: null });
  const processed = await ask(`POST /workspaces/${web}/actions/safe-delete`);
  assert.equal(
    [processed.status, processed.body],
    conflict('the latest state of the workspace is being processed to discover its resources; try again later'),
  );
});

deletion('forced, by ID and by name, a workspace with resources is deleted', async ({ request: ask, createWorkspaceId: id, change }) => {
  const web = await id('web');
  await id('api');
  await change(web, { resourceCount: 3 });
  const gone = await ask(`DELETE /workspaces/${web}`);
  assert.equal([gone.status, gone.body], [204, undefined]);
  assert.is((await ask(`DELETE /workspaces/${web}`)).status, 404);
  assert.is((await ask('DELETE /organizations/acme/workspaces/api')).status, 204);
  assert.is((await ask('DELETE /organizations/acme/workspaces/api')).status, 404);
});

deletion(
  'only owners force, unless administrators of the workspace may',
  async ({ request: ask, createWorkspaceId: id, member, grant, as, create }) => {
    const web = await id('web');
    const { token, team } = await member('ada');
    assert.is((await as(token)(`DELETE /workspaces/${web}`)).status, 404, 'who cannot see it learns nothing');
    await grant('team-workspaces', team, web, { access: 'admin' });
    for (const row of [`DELETE /workspaces/${web}`, 'DELETE /organizations/acme/workspaces/web']) {
      const kept = await ask(row, undefined, { token });
      assert.equal(
        [kept.status, kept.body],
        [
          403,
          {
            errors: [
              { status: '403', title: 'forbidden', detail: 'only an owner of the organization may force the deletion of this workspace' },
            ],
          },
        ],
        row,
      );
    }
    assert.is((await as(token)(`GET /workspaces/${web}`)).body.data.attributes.permissions['can-force-delete'], false);
    const secret = await issueToken({ create }, '/organizations/acme/authentication-token');
    assert.is((await as(secret)(`DELETE /workspaces/${web}`)).status, 403);
    await ask('PATCH /organizations/acme', document('organizations', { 'allow-force-delete-workspaces': true }));
    assert.is((await as(token)(`GET /workspaces/${web}`)).body.data.attributes.permissions['can-force-delete'], true);
    const { token: writer, team: writers } = await member('will');
    await grant('team-workspaces', writers, web, { access: 'write' });
    assert.is((await as(writer)(`DELETE /workspaces/${web}`)).status, 403);
    assert.is((await as(token)(`DELETE /workspaces/${web}`)).status, 204);
  },
);

deletion('the operator may let administrators force in every organization', async () => {
  const {
    createWorkspaceId: id,
    member,
    grant,
    close,
    as,
  } = await createWorkspaceTestService({ settings: { workspaceAdminsForceDelete: true } });
  const web = await id('web');
  const { token, team } = await member('ada');
  await grant('team-workspaces', team, web, { access: 'admin' });
  assert.is((await as(token)(`DELETE /workspaces/${web}`)).status, 204);
  await close();
});

deletion.run();
