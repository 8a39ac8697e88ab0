import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';
import { createTeamId, createWorkspaceIn } from '../creators.ts';
import { document } from '../documents.ts';

const nouns = suite<{ bench: TestService }>('service nouns');
nouns.before.each(async (context) => {
  context.bench = await createTestService();
});
nouns.after.each(async (context) => {
  await context.bench.close();
});

nouns('an organization: created by a user, who then owns it; deleted with its workspaces', async ({ bench: { request: ask, create } }) => {
  const made = await ask('POST /organizations', document('organizations', { name: 'initech', email: 'a@b.example' }));
  assert.equal([made.status, made.body.data.id, made.body.data.attributes.permissions['can-destroy']], [201, 'initech', true]);
  const shown = await ask('GET /organizations/initech');
  assert.equal(shown.body.data.attributes.permissions, made.body.data.attributes.permissions);
  const project = shown.body.data.relationships['default-project'].data.id;
  const one = await createWorkspaceIn({ create }, 'one', project, 'initech');
  assert.is(
    (
      await ask(
        'PATCH /organizations/initech',
        document('organizations', { 'default-execution-mode': 'local', 'allow-force-delete-workspaces': true }),
      )
    ).body.data.attributes['allow-force-delete-workspaces'],
    true,
  );
  assert.is((await ask('DELETE /organizations/initech')).status, 204);
  assert.is((await ask('GET /organizations/initech')).status, 404);
  assert.is((await ask(`GET /workspaces/${one}`)).status, 404);
  assert.equal(
    (await ask('GET /organizations')).body.data.map((one: any) => one.id),
    ['acme'],
  );
});

nouns('teams have members, access and a token; what is changed holds at once', async ({ bench: { request: ask, as } }) => {
  const team = await ask(
    'POST /organizations/acme/teams',
    document('teams', { name: 'ops', 'organization-access': { 'manage-projects': true } }),
  );
  assert.is(team.status, 201);
  const { id } = team.body.data;
  const issued = await ask(`POST /teams/${id}/authentication-token`);
  assert.is(issued.status, 201);
  const { token } = issued.body.data.attributes;
  assert.match(token, /^slipway-[A-Za-z0-9_-]{43}$/);
  assert.is((await ask(`GET /teams/${id}/authentication-token`)).body.data.attributes.token, null, 'told once');
  const project = document('projects', { name: 'of ops' });
  assert.is((await as(token)('POST /organizations/acme/projects', project)).status, 201);
  await ask(`PATCH /teams/${id}`, document('teams', { 'organization-access': { 'manage-projects': false } }));
  assert.is((await as(token)('POST /organizations/acme/projects', document('projects', { name: 'more' }))).status, 404);
  const again = await ask(`POST /teams/${id}/authentication-token`);
  assert.is((await as(token)('GET /organizations/acme')).status, 401, 'the old token is replaced');
  assert.is((await as(again.body.data.attributes.token)('GET /organizations/acme')).status, 200);
  assert.is((await ask(`DELETE /teams/${id}`)).status, 204);
  assert.is((await as(again.body.data.attributes.token)('GET /organizations/acme')).status, 401);
});

nouns('a team is given access to a workspace, changed and taken away', async ({ bench: { request: ask, create, as } }) => {
  const team = await createTeamId({ create }, 'ops');
  const [home] = (await ask('GET /organizations/acme/projects')).body.data;
  const one = await createWorkspaceIn({ create }, 'one', home.id);
  const { token } = (await create(`POST /teams/${team}/authentication-token`)).attributes;
  const see = async () => (await as(token)(`GET /workspaces/${one}/vars`)).status;
  assert.is(await see(), 404);
  const relationships = { team: { data: { type: 'teams', id: team } }, workspace: { data: { type: 'workspaces', id: one } } };
  const given = await ask('POST /team-workspaces', document('team-workspaces', { access: 'read' }, relationships));
  assert.equal([given.status, given.body.data.attributes.access, given.body.data.relationships], [201, 'read', relationships]);
  assert.is(await see(), 200);
  const { id } = given.body.data;
  assert.is((await ask(`PATCH /team-workspaces/${id}`, document('team-workspaces', { access: 'custom', variables: 'none' }))).status, 200);
  assert.is(await see(), 404);
  const [listed] = (await ask(`GET /team-workspaces?filter[workspace][id]=${one}`)).body.data;
  assert.equal([listed.attributes.access, listed.attributes.variables], ['custom', 'none']);
  assert.equal((await ask('POST /team-workspaces', document('team-workspaces', { access: 'all' }, relationships))).body.errors[0].source, {
    pointer: '/data/attributes/access',
  });
  assert.is((await ask(`DELETE /team-workspaces/${id}`)).status, 204);
  assert.is((await ask(`GET /team-workspaces/${id}`)).status, 404);
});

nouns('an SSH key is stored and never shown', async ({ bench: { request: ask } }) => {
  const made = await ask('POST /organizations/acme/ssh-keys', document('ssh-keys', { name: 'deploy', value: 'canary-key' }));
  const { id } = made.body.data;
  assert.equal(made.body, { data: { id, type: 'ssh-keys', attributes: { name: 'deploy' }, links: { self: `/api/v2/ssh-keys/${id}` } } });
  assert.is((await ask(`PATCH /ssh-keys/${id}`, document('ssh-keys', { name: 'other' }))).body.data.attributes.name, 'other');
  assert.not.match(JSON.stringify((await ask('GET /organizations/acme/ssh-keys')).body), 'canary-key');
  assert.is((await ask(`DELETE /ssh-keys/${id}`)).status, 204);
  assert.is((await ask(`GET /ssh-keys/${id}`)).status, 404);
});

nouns('agent pools and connections are created, listed, shown and deleted', async ({ bench: { request: ask } }) => {
  const pool = await ask('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'north' }));
  assert.equal(
    [pool.status, pool.body.data.attributes],
    [201, { name: 'north', 'organization-scoped': true, 'agent-count': 0, 'created-at': '2026-05-01T12:00:00.000Z' }],
  );
  assert.is((await ask(`GET /agent-pools/${pool.body.data.id}`)).status, 200);
  assert.is((await ask('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'north' }))).status, 422);
  assert.is((await ask(`DELETE /agent-pools/${pool.body.data.id}`)).status, 204);
  const client = await ask(
    'POST /organizations/acme/oauth-clients',
    document('oauth-clients', {
      'service-provider': 'github',
      'http-url': 'https://git.example',
      'api-url': 'https://git.example/api',
      'oauth-token-string': 'canary-token',
    }),
  );
  assert.is(client.status, 201);
  assert.match(client.body.data.relationships['oauth-tokens'].data[0].id, /^ot-[A-Za-z0-9]{16}$/);
  assert.not.match(JSON.stringify((await ask('GET /organizations/acme/oauth-clients')).body), 'canary-token');
  assert.is((await ask(`GET /oauth-clients/${client.body.data.id}/oauth-tokens`)).body.data.length, 1);
  assert.is((await ask(`DELETE /oauth-clients/${client.body.data.id}`)).status, 204);
  assert.is((await ask(`GET /oauth-clients/${client.body.data.id}`)).status, 404);
});

nouns('an expired token is no token', async ({ bench: { request: ask, clock, as } }) => {
  const me = (await ask('GET /account/details')).body.data;
  assert.equal([me.type, me.attributes.username], ['users', 'olivia']);
  const issued = await ask(
    `POST /users/${me.id}/authentication-tokens`,
    document('authentication-token', { description: 'ci', 'expired-at': '2026-05-02T00:00:00.000Z' }),
  );
  const { token } = issued.body.data.attributes;
  assert.is((await as(token)('GET /organizations/acme')).status, 200);
  clock.freeze(new Date('2026-05-02T00:00:01.000Z'));
  assert.is((await as(token)('GET /organizations/acme')).status, 401);
});

nouns.run();
