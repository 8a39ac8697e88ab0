import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, describeLock, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document } from '../documents.ts';
import { issueToken } from '../creators.ts';

const lock = suite<WorkspaceTestService & { web: string }>('workspace locks');
lock.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
});
lock.after.each(async ({ close }) => {
  await close();
});

const conflict = (detail: string) => ({ errors: [{ status: '409', title: 'conflict', detail }] });

lock('locking keeps the reason and who; again it is a conflict', async ({ request: ask, web, store }) => {
  const user = (await ask('GET /account/details')).body.data.id;
  assert.equal(describeLock(await ask(`POST /workspaces/${web}/actions/lock`, { reason: 'a migration' })), [
    200,
    true,
    'a migration',
    { id: user, type: 'users' },
  ]);
  assert.equal(describeLock(await ask(`GET /workspaces/${web}`)), [200, true, 'a migration', { id: user, type: 'users' }]);
  const again = await ask(`POST /workspaces/${web}/actions/lock`, { reason: 'mine' });
  assert.equal([again.status, again.body], [409, conflict('the workspace is already locked: it is locked by User olivia')]);
  assert.equal(describeLock(await ask(`POST /workspaces/${web}/actions/unlock`)), [200, false, null, null]);
  const unlocked = await ask(`POST /workspaces/${web}/actions/unlock`);
  assert.equal([unlocked.status, unlocked.body], [409, conflict('the workspace is already unlocked')]);
  const forced = await ask(`POST /workspaces/${web}/actions/force-unlock`);
  assert.equal([forced.status, forced.body], [409, conflict('the workspace is already unlocked')]);
  assert.is((await store.read((view) => view.get<any>('workspaces', web)))!.body.lock, null);
});

lock('the body is plain JSON and may be left out', async ({ request: ask, web }) => {
  const path = `POST /workspaces/${web}/actions/lock`;
  assert.equal(describeLock(await ask(path)).slice(0, 3), [200, true, '']);
  await ask(`POST /workspaces/${web}/actions/unlock`);
  assert.equal(describeLock(await ask(path, { reason: 'plain' }, { headers: { 'content-type': 'application/json' } })).slice(0, 3), [
    200,
    true,
    'plain',
  ]);
  await ask(`POST /workspaces/${web}/actions/unlock`, {});
  assert.equal(summarizeErrors(await ask(path, { reason: 7 })), [422, '/reason']);
  assert.equal((await ask(path, [])).body.errors[0].detail, 'expected {"reason": "…"}');
  assert.is((await ask(path, { reason: null })).status, 200);
});

lock('the text of an engine is kept: it sends the reason in a document', async ({ request: ask, web }) => {
  const path = `POST /workspaces/${web}/actions/lock`;
  const documentOfEngine = (reason: unknown) => document('', { reason });
  assert.equal(summarizeErrors(await ask(path, documentOfEngine(7))), [422, '/data/attributes/reason']);
  assert.equal(describeLock(await ask(path, documentOfEngine('Locked by Terraform'))).slice(0, 3), [200, true, 'Locked by Terraform']);
  assert.is((await ask(`GET /workspaces/${web}`)).body.data.attributes['locked-reason'], 'Locked by Terraform');
});

lock('only who locked it unlocks it; an administrator forces it', async ({ request: ask, web, member, grant, as }) => {
  const { token, team } = await member('lena');
  await grant('team-workspaces', team, web, { access: 'custom', 'workspace-locking': true });
  await ask(`POST /workspaces/${web}/actions/lock`);
  const refusal = await as(token)(`POST /workspaces/${web}/actions/unlock`);
  assert.equal(
    [refusal.status, refusal.body],
    [409, conflict('the workspace is locked by User olivia, and only who locked it may unlock it; an administrator may force-unlock it')],
  );
  assert.is((await as(token)(`POST /workspaces/${web}/actions/force-unlock`)).status, 404, 'to lock is not to administer');
  await ask(`POST /workspaces/${web}/actions/unlock`);
  assert.is((await as(token)(`POST /workspaces/${web}/actions/lock`)).status, 200);
  assert.is((await ask(`POST /workspaces/${web}/actions/unlock`)).status, 409, 'not even an owner');
  assert.equal(describeLock(await ask(`POST /workspaces/${web}/actions/force-unlock`)), [200, false, null, null]);
});

lock('teams, organizations and runs hold locks too, and are named', async ({ request: ask, web, member, grant, change, as, create }) => {
  const { token, team } = await member('lena');
  await grant('team-workspaces', team, web, { access: 'write' });
  const held = async () => (await ask(`POST /workspaces/${web}/actions/unlock`)).body.errors[0].detail.split(', and')[0];
  assert.equal(describeLock(await as('team-of-lena-token')(`POST /workspaces/${web}/actions/lock`))[3], {
    id: team,
    type: 'teams',
  });
  assert.is(await held(), 'the workspace is locked by Team team of lena');
  assert.is((await as(token)(`POST /workspaces/${web}/actions/unlock`)).status, 200, 'a member of the team may unlock');
  const secret = await issueToken({ create }, '/organizations/acme/authentication-token');
  assert.equal(describeLock(await as(secret)(`POST /workspaces/${web}/actions/lock`))[3], {
    id: 'acme',
    type: 'organizations',
  });
  assert.is(await held(), 'the workspace is locked by Organization acme');
  await as(secret)(`POST /workspaces/${web}/actions/unlock`);
  await change(web, {
    lock: { holder: { kind: 'run', id: 'run-7', name: 'run-7' }, reason: 'Locked by a run', at: '2026-05-01T12:00:00.000Z' },
  });
  assert.equal(describeLock(await ask(`GET /workspaces/${web}`))[3], { id: 'run-7', type: 'runs' });
  assert.is(await held(), 'the workspace is locked by Run run-7');
});

lock.run();
