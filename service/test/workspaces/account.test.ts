import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';
import { issueToken } from '../creators.ts';

const test = suite<WorkspaceTestService>('the account of a user');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
test.after.each(({ close }) => close());

const permissions = (allowed: boolean) => ({
  'can-create-organization': allowed,
  'can-view-organizations': allowed,
  'can-view-settings': allowed,
  'can-view-profile': allowed,
  'can-change-email': allowed,
  'can-change-username': allowed,
  'can-manage-user-tokens': allowed,
  'can-update-user': allowed,
  'can-view-smtp-settings': false,
  'can-view-twilio-settings': false,
  'can-view-saml-settings': false,
  'can-view-admin-workspaces': false,
  'can-view-admin-runs': false,
  'can-view-customization-settings': false,
  'can-view-cost-estimation-settings': false,
  'can-view-tool-versions': false,
  'can-create-tool-versions': false,
  'can-view-general-settings': false,
  'can-use-sql-runner': false,
  'can-change-password': false,
  'can-manage-sessions': false,
  'can-reenable-2fa-by-unlinking': false,
  'can-manage-hcp-accounts': false,
});
const describeUser = (members: object, allowed: boolean) => ({
  email: '',
  'unconfirmed-email': null,
  password: null,
  'is-service-account': false,
  'auth-method': 'tfc',
  'is-confirmed': true,
  'v2-only': false,
  'is-admin': false,
  'is-site-admin': false,
  'is-sso-login': false,
  'is-unified': false,
  'is-sudo': false,
  'enterprise-support': false,
  'has-linked-hcp': false,
  'has-git-hub-app-token': false,
  'two-factor': { enabled: false, verified: false },
  permissions: permissions(allowed),
  ...members,
});
const findAvatar = ({ attributes }: any) => ({ 'avatar-url': attributes['avatar-url'] });

test('a user is told whole: to itself with its address and tokens, to others without', async ({ request, member, as }) => {
  const { user, token } = await member('mia');
  const own = (await as(token)('GET /account/details')).body.data;
  const relationships = (tokens: readonly unknown[]) => ({
    'authentication-tokens': { data: tokens },
    'github-app-oauth-tokens': { data: [] },
    'authenticated-resource': { data: { id: user, type: 'users' } },
  });
  const [listed] = (await as(token)(`GET /users/${user}/authentication-tokens`)).body.data;
  const links = { self: `/api/v2/users/${user}` };
  assert.match(own.attributes['avatar-url'], /^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{32}\?s=100&d=mm$/);
  assert.equal(own, {
    id: user,
    type: 'users',
    attributes: describeUser({ username: 'mia', ...findAvatar(own) }, true),
    relationships: relationships([{ id: listed.id, type: 'authentication-tokens' }]),
    links,
  });
  assert.equal((await request(`GET /users/${user}`)).body.data, {
    id: user,
    type: 'users',
    attributes: describeUser({ username: 'mia', email: null, ...findAvatar(own) }, false),
    relationships: relationships([]),
    links,
  });
});

test('a user stands for a team or an organization, told to the token of that one alone', async ({ member, create, as }) => {
  const { team } = await member('mia');
  const at = await issueToken({ create }, '/organizations/acme/authentication-token');
  for (const [token, type, id, username] of [
    ['team-of-mia-token', 'teams', team, `api-team_${team.slice('team-'.length)}`],
    [at, 'organizations', 'acme', 'api-org-acme'],
  ] as const) {
    const { status, body } = await as(token)('GET /account/details?include=authenticated_resource');
    assert.is(status, 200);
    assert.equal(body.data.attributes, describeUser({ username, 'is-service-account': true, ...findAvatar(body.data) }, false));
    assert.equal(body.data.relationships['authenticated-resource'], { data: { id, type } });
    assert.equal(body.data.links, { self: '/api/v2/account/details' });
    assert.equal(
      body.included.map((one: any) => [one.type, one.id]),
      [[type, id]],
    );
    assert.is((await as(token)('GET /account/details')).body.data.id, body.data.id);
    assert.is((await as(token)(`GET /users/${body.data.id}`)).status, 404);
  }
});

test('a user changes the own name; an address waits until it is confirmed', async ({ request }) => {
  const before = (await request('GET /account/details')).body.data;
  const { status, body } = await request('PATCH /account/update', document('users', { username: 'liv', email: 'liv@acme.example' }));
  assert.is(status, 200);
  assert.equal(body.data, {
    ...before,
    attributes: { ...before.attributes, username: 'liv', 'unconfirmed-email': 'liv@acme.example' },
  });
  assert.equal((await request('GET /account/details')).body.data, body.data);
  const again = (await request('PATCH /account/update', document('users', { username: 'olivia' }))).body.data.attributes;
  assert.equal([again.username, again['unconfirmed-email']], ['olivia', 'liv@acme.example']);
});

test('names are unique, and not of somebody who is invited', async ({ request, member }) => {
  await member('mia');
  const rename = async (username: unknown) => (await request('PATCH /account/update', document('users', { username }))).status;
  const invitation = document('organization-memberships', { email: 'ines' });
  assert.is((await request('POST /organizations/acme/organization-memberships', invitation)).status, 201);
  assert.equal([await rename('mia'), await rename('ines'), await rename(''), await rename(7)], [422, 422, 422, 422]);
  assert.is((await request('GET /account/details')).body.data.attributes.username, 'olivia');
});

test('nobody has a password; the user of a team or an organization cannot be changed', async ({ request, member }) => {
  const password = document('users', { current_password: 'a', password: 'b', password_confirmation: 'b' });
  const refused = await request('PATCH /account/password', password);
  assert.is(refused.status, 422);
  assert.equal(refused.body.errors, [
    {
      status: '422',
      title: 'invalid attribute',
      detail: 'users of this service have no password: they use tokens',
      source: { pointer: '/data/attributes/password' },
    },
  ]);
  await member('mia');
  for (const [row, body] of [
    ['PATCH /account/update', document('users', { username: 'x' })],
    ['PATCH /account/password', password],
  ] as const)
    assert.is((await request(row, body, { token: 'team-of-mia-token' })).status, 403, row);
});

test.run();
