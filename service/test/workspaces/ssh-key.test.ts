import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document, one } from '../documents.ts';

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
  assert.equal(assigned(await ask(path, document('workspaces', { id: key }))), has);
  assert.equal(assigned(await ask(`GET /workspaces/${web}`)), has);
  assert.equal(assigned(await ask(path, document('workspaces', { id: null }))), none);
  assert.equal(assigned(await ask(path, one('ssh-keys', key))), has);
  assert.equal(assigned(await ask(path, { data: null })), none);
  assert.not.match(JSON.stringify((await ask(path, one('ssh-keys', key))).body), 'secret-canary');
});

sshKey('an unknown key, no key, another type are refused', async ({ request: ask, path, key }) => {
  assert.equal(summarizeErrors(await ask(path, document('workspaces', { id: 'sshkey-none' }))), [422, '/data/attributes/id']);
  assert.equal(summarizeErrors(await ask(path, one('ssh-keys', 'sshkey-none'))), [422, '/data/id']);
  assert.equal(summarizeErrors(await ask(path, document('workspaces', {}))), [422, '/data/attributes/id']);
  assert.equal(summarizeErrors(await ask(path, document('workspaces', { id: 7 }))), [422, '/data/attributes/id']);
  assert.equal(summarizeErrors(await ask(path, one('keys', key))), [422, '/data/type']);
});

sshKey("only administrators assign, and a deleted key is nobody's", async ({ request: ask, as, path, key, web, member, grant }) => {
  const { token, team } = await member('will');
  await grant('team-workspaces', team, web, { access: 'write' });
  assert.is((await as(token)(path, one('ssh-keys', key))).status, 404);
  await ask(path, one('ssh-keys', key));
  await ask(`DELETE /ssh-keys/${key}`);
  assert.equal(assigned(await ask(`GET /workspaces/${web}`)), [200, 'workspaces', { data: null }]);
});

sshKey.run();
