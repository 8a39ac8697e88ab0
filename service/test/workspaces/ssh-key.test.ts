import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document } from '../documents.ts';

const sshKey = suite<WorkspaceTestService & { web: string; path: string; key: string }>('workspace ssh-key');
sshKey.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
  context.path = `PATCH /workspaces/${context.web}/relationships/ssh-key`;
  context.key = (
    await context.create('POST /organizations/acme/ssh-keys', document('ssh-keys', { name: 'modules', value: 'secret-canary' }))
  ).id;
});
sshKey.after.each(async ({ close }) => {
  await close();
});
const assigned = (answer: any) => [answer.status, answer.body.data.type, answer.body.data.relationships['ssh-key']];

sshKey('assigned and unassigned in either shape', async ({ request: ask, path, key, web }) => {
  const has = [200, 'workspaces', { data: { id: key, type: 'ssh-keys' } }];
  const none = [200, 'workspaces', { data: null }];
  assert.equal(assigned(await ask(path, { data: { type: 'workspaces', attributes: { id: key } } })), has);
  assert.equal(assigned(await ask(`GET /workspaces/${web}`)), has);
  assert.equal(assigned(await ask(path, { data: { type: 'workspaces', attributes: { id: null } } })), none);
  assert.equal(assigned(await ask(path, { data: { type: 'ssh-keys', id: key } })), has);
  assert.equal(assigned(await ask(path, { data: null })), none);
  assert.not.match(JSON.stringify((await ask(path, { data: { type: 'ssh-keys', id: key } })).body), 'secret-canary');
});

sshKey('an unknown key, no key, another type are refused', async ({ request: ask, path, key }) => {
  assert.equal(summarizeErrors(await ask(path, { data: { type: 'workspaces', attributes: { id: 'sshkey-none' } } })), [
    422,
    '/data/attributes/id',
  ]);
  assert.equal(summarizeErrors(await ask(path, { data: { type: 'ssh-keys', id: 'sshkey-none' } })), [422, '/data/id']);
  assert.equal(summarizeErrors(await ask(path, { data: { type: 'workspaces', attributes: {} } })), [422, '/data/attributes/id']);
  assert.equal(summarizeErrors(await ask(path, { data: { type: 'workspaces', attributes: { id: 7 } } })), [422, '/data/attributes/id']);
  assert.equal(summarizeErrors(await ask(path, { data: { type: 'keys', id: key } })), [422, '/data/type']);
});

sshKey(
  'only administrators assign a key, and a deleted key is removed from workspaces',
  async ({ request: ask, path, key, web, member, grant }) => {
    const { token, team } = await member('will');
    await grant('team-workspaces', team, web, { access: 'write' });
    assert.is((await ask(path, { data: { type: 'ssh-keys', id: key } }, { token })).status, 404);
    await ask(path, { data: { type: 'ssh-keys', id: key } });
    await ask(`DELETE /ssh-keys/${key}`);
    assert.equal(assigned(await ask(`GET /workspaces/${web}`)), [200, 'workspaces', { data: null }]);
  },
);

sshKey.run();
