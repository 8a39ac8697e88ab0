/** What tests of the service send through `support.ts`, `documents.ts`, `creators.ts` and `members.ts`. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOrganization, createProjectId, createTeamId, createWorkspaceIn, issueToken } from './creators.ts';
import { startCiService } from './ci/support.ts';
import { document, many, one } from './documents.ts';
import { addMember } from './members.ts';
import { createTestService, type TestService } from './support.ts';

const builders = suite<{ bench: TestService }>('builders of requests');
builders.before.each(async (context) => {
  context.bench = await createTestService();
});
builders.after.each(async ({ bench }) => {
  await bench.close();
});

builders('a document has what is given and nothing else', () => {
  assert.is(JSON.stringify(document('runs')), '{"data":{"type":"runs"}}');
  assert.is(JSON.stringify(document('runs', {})), '{"data":{"type":"runs","attributes":{}}}');
  assert.is(
    JSON.stringify(document('runs', { message: 'm' }, { workspace: one('workspaces', 'ws-1') })),
    '{"data":{"type":"runs","attributes":{"message":"m"},"relationships":{"workspace":{"data":{"type":"workspaces","id":"ws-1"}}}}}',
  );
  assert.is(JSON.stringify(many('users', 'mia', 'bob')), '{"data":[{"type":"users","id":"mia"},{"type":"users","id":"bob"}]}');
  assert.is(JSON.stringify(many('users')), '{"data":[]}');
});

builders('a request is sent with the token of the owner, another one, or none', async ({ bench }) => {
  await addMember(bench, { name: 'mia' });
  const nameOf = async (send: TestService['request']) => (await send('GET /account/details')).body.data.attributes.username;
  assert.is(await nameOf(bench.request), 'olivia');
  assert.is(await nameOf(bench.as('mia-token')), 'mia');
  assert.is((await bench.as(null)('GET /account/details')).status, 401);
  assert.is((await bench.as('nobody')('GET /account/details')).status, 401);
});

builders('what cannot be created throws the request, the status and the answer', async ({ bench }) => {
  assert.is((await bench.create('POST /organizations/acme/varsets', document('varsets', { name: 'keys' }))).attributes.name, 'keys');
  const expectRefusal = async (row: string, status: number) => {
    const error: Error = await bench.create(row, document('varsets', { name: 'keys' })).then(
      () => assert.unreachable(`${row} was done`),
      (thrown) => thrown,
    );
    assert.is(error.message.startsWith(`${row}: ${status} {"errors":[{"status":"${status}"`), true, error.message);
  };
  await expectRefusal('POST /organizations/acme/varsets', 422);
  await expectRefusal('POST /organizations/nobody/varsets', 404);
});

builders('an organization, a project, a workspace, a team and tokens have the names that tests give them', async ({ bench }) => {
  assert.is(await createOrganization(bench, 'initech'), 'initech');
  const project = await createProjectId(bench, 'payments');
  const workspace = await createWorkspaceIn(bench, 'web', project);
  const { attributes, relationships } = (await bench.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([attributes.name, relationships.project.data.id], ['web', project]);
  const team = await createTeamId(bench, 'ops', { visibility: 'organization' });
  const shown = (await bench.request(`GET /teams/${team}`)).body.data.attributes;
  assert.equal([shown.name, shown.visibility], ['ops', 'organization']);
  const token = await issueToken(bench, `/teams/${team}/authentication-token`);
  assert.is((await bench.as(token)('GET /organizations/acme')).status, 200);
});

builders('a member is in the team that is named, with its rights; without one they are in none', async ({ bench }) => {
  const project = await createProjectId(bench, 'payments');
  const workspace = await createWorkspaceIn(bench, 'web', project);
  const mia = await addMember(bench, { name: 'mia', token: 'm', team: 'ops', access: ['manage-projects'] });
  assert.is((await bench.request(`GET /teams/${mia.team}`)).body.data.attributes['users-count'], 1);
  assert.is((await bench.as('m')('POST /organizations/acme/projects', document('projects', { name: 'more' }))).status, 201);
  const given = [['team-projects', project, { access: 'read' }]] as const;
  await addMember(bench, { name: 'nia', team: 'readers', teamToken: 'of-readers', given });
  for (const token of ['nia-token', 'of-readers']) assert.is((await bench.as(token)(`GET /workspaces/${workspace}`)).status, 200);
  assert.is((await addMember(bench, { name: 'bob' })).team, undefined);
  assert.is((await bench.as('bob-token')('GET /organizations/acme')).status, 200);
  assert.is((await bench.as('bob-token')(`GET /workspaces/${workspace}`)).status, 404);
});

builders('requests of the CI service have their token in its header', async () => {
  const here = await startCiService();
  assert.is((await here.ci('GET /me')).body.name, 'olivia');
  assert.is((await here.ciAs('mia-token')('GET /me')).body.name, 'mia');
  assert.equal((await here.ciAs(null)('GET /me')).body, { message: 'no token was sent; send it as Ci-Token: <token>' });
  await here.close();
});

builders.run();
