import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { organizationRights } from '../../src/access/callers.ts';
import { createWorkspaceTestService, summarizeErrors, type WorkspaceTestService } from '../workspaces/support.ts';
import { document, many } from '../documents.ts';

const teams = suite<WorkspaceTestService>('teams');
teams.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
teams.after.each(async ({ close }) => {
  await close();
});

const create = async ({ request }: WorkspaceTestService, attributes: object): Promise<any> => {
  const { status, body } = await request('POST /organizations/acme/teams', document('teams', attributes));
  assert.is(status, 201, JSON.stringify(body));
  return body.data;
};

teams('a document tells everything, with the defaults of the hosted service', async (context) => {
  const { id, attributes, relationships, links } = await create(context, { name: 'ops' });
  assert.equal(attributes, {
    name: 'ops',
    description: null,
    visibility: 'secret',
    'sso-team-id': null,
    'allow-member-token-management': true,
    'organization-access': Object.fromEntries(organizationRights.map((right) => [right, false])),
    'users-count': 0,
    'non-service-users-count': 0,
    permissions: {
      'can-update-membership': true,
      'can-destroy': true,
      'can-update-organization-access': true,
      'can-update-api-token': true,
      'can-update-visibility': true,
      'can-update-name': true,
      'can-update-sso-team-id': true,
      'can-update-member-token-management': true,
      'can-view-api-token': true,
    },
    'scim-linked': false,
    'scim-group-name': null,
    'scim-updated-at': null,
    'scim-sync-paused': false,
    'hcp-resource-name': null,
    'is-unified': false,
    'created-at': '2026-05-01T12:00:00.000Z',
  });
  assert.equal(relationships, {
    organization: { data: { id: 'acme', type: 'organizations' } },
    users: { data: [] },
    'organization-memberships': { data: [] },
    'authentication-token': { data: null },
    'authentication-tokens': { data: [] },
  });
  assert.equal(links, { self: `/api/v2/teams/${id}` });
});

teams('what is written is read back; rights that are not sent stay', async (context) => {
  const { request } = context;
  const { id } = await create(context, { name: 'ops', 'organization-access': { 'manage-policies': true, 'manage-providers': true } });
  const changed = await request(
    `PATCH /teams/${id}`,
    document('teams', {
      name: 'operations',
      visibility: 'organization',
      'sso-team-id': '',
      description: 'night shift',
      'allow-member-token-management': false,
      'organization-access': { 'manage-policies': false, 'access-secret-teams': true },
    }),
  );
  const { attributes } = (await request(`GET /teams/${id}`)).body.data;
  assert.equal(attributes, changed.body.data.attributes);
  const { name, visibility, description } = attributes;
  assert.equal([name, visibility, description, attributes['sso-team-id']], ['operations', 'organization', 'night shift', '']);
  assert.is(attributes['allow-member-token-management'], false);
  assert.equal(
    organizationRights.filter((right) => attributes['organization-access'][right]),
    ['manage-providers', 'access-secret-teams'],
  );
  assert.equal(summarizeErrors(await request(`PATCH /teams/${id}`, document('teams', { visibility: 'all' }))), [
    422,
    '/data/attributes/visibility',
  ]);
});

teams(
  'a secret team is seen by its members, and by who manages teams and may reach secret ones: the modifier alone changes nothing',
  async (context) => {
    const { member, as } = context;
    await member('mia');
    await member('max', ['manage-teams']);
    await member('ann', ['access-secret-teams']);
    await member('eva', ['manage-membership', 'access-secret-teams']);
    const hidden = await create(context, { name: 'hidden' });
    const known = await create(context, { name: 'known', visibility: 'organization' });
    const namesFor = async (token: string) =>
      (await as(token)('GET /organizations/acme/teams')).body.data.map(({ attributes }: any) => attributes.name);
    assert.equal(await namesFor('mia-token'), ['owners', 'team of mia', 'known']);
    assert.equal(await namesFor('max-token'), ['owners', 'team of max', 'known']);
    assert.equal(await namesFor('ann-token'), ['owners', 'team of ann', 'known']);
    assert.equal(await namesFor('eva-token'), ['owners', 'team of mia', 'team of max', 'team of ann', 'team of eva', 'hidden', 'known']);
    const statusFor = async (token: string, id: string) => (await as(token)(`GET /teams/${id}`)).status;
    assert.equal([await statusFor('mia-token', hidden.id), await statusFor('mia-token', known.id)], [404, 200]);
    assert.is((await as('mia-token')(`PATCH /teams/${known.id}`, document('teams', { name: 'mine' }))).status, 404);
  },
);

teams('a list is searched and filtered by name', async (context) => {
  const { request } = context;
  for (const name of ['web ops', 'web dev', 'core']) await create(context, { name });
  const names = async (query: string) =>
    (await request(`GET /organizations/acme/teams?${query}`)).body.data.map(({ attributes }: any) => attributes.name);
  assert.equal(await names('q=WEB'), ['web ops', 'web dev']);
  assert.equal(await names('filter[names]=core,web%20dev'), ['web dev', 'core']);
});

teams('members are users and memberships, told as relationships and included', async (context) => {
  const { request, member } = context;
  const { user } = await member('mia');
  const { id } = await create(context, { name: 'ops' });
  assert.is((await request(`POST /teams/${id}/relationships/users`, many('users', 'mia'))).status, 204);
  const { body } = await request(`GET /teams/${id}?include=users,organization-memberships`);
  const [membership] = body.data.relationships['organization-memberships'].data;
  assert.equal(body.data.relationships.users, { data: [{ id: user, type: 'users' }] });
  assert.equal(
    body.included.map(({ type, id: one, attributes }: any) => [type, one, attributes.username]),
    [
      ['users', user, 'mia'],
      ['organization-memberships', membership.id, 'mia'],
    ],
  );
  const path = `/teams/${id}/relationships/organization-memberships`;
  assert.is((await request(`DELETE ${path}`, { data: [membership] })).status, 204);
  assert.is((await request(`GET /teams/${id}`)).body.data.attributes['users-count'], 0);
  assert.is((await request(`POST ${path}`, { data: [membership] })).status, 204);
  assert.equal(
    (await request(`GET ${path}?filter[status]=active`)).body.data.map((one: any) => one.id),
    [membership.id],
  );
  assert.equal((await request(`GET ${path}?filter[status]=invited`)).body.data, []);
  assert.equal(summarizeErrors(await request(`POST ${path}`, { data: [{ ...membership, id: 'ou-none' }] })), [422, '/data/0/id']);
});

teams('who is invited to a team is in it once the invitation is accepted', async (context) => {
  const { request, store } = context;
  const { id } = await create(context, { name: 'ops' });
  const { createUser, createApiToken } = await import('../../src/workspaces/organizations/bootstrap.ts');
  const { newId } = await import('../../src/store/new-id.ts');
  await store.write(async (tx) => {
    const made = await createUser(tx, { clock: context.clock, newId }, { name: 'bob', email: 'bob@b.example' });
    await createApiToken(tx, { clock: context.clock, newId }, { secret: 'bob', owner: { kind: 'user', id: made.id } });
  });
  const invited = await request(
    'POST /organizations/acme/organization-memberships?include=user',
    document('organization-memberships', { email: 'bob@b.example' }, { teams: many('teams', id) }),
  );
  assert.is(invited.status, 201, JSON.stringify(invited.body));
  assert.equal(invited.body.data.relationships.teams.data, [{ id, type: 'teams' }]);
  assert.equal(
    invited.body.included.map(({ attributes }: any) => [attributes.username, attributes.email, attributes['is-confirmed']]),
    [['', 'bob@b.example', false]],
  );
  const before = (await request(`GET /teams/${id}`)).body.data;
  assert.equal([before.attributes['users-count'], before.relationships['organization-memberships'].data.length], [0, 1]);
  const accept = `POST /organization-memberships/${invited.body.data.id}/actions/accept`;
  assert.is((await request(accept, undefined, { token: 'bob' })).status, 200);
  assert.is((await request(`GET /teams/${id}`)).body.data.attributes['users-count'], 1);
});

teams.run();
