import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document, many } from '../documents.ts';
import { createTeamId } from '../creators.ts';

interface With extends WorkspaceTestService {
  readonly bob: string;
}
const members = suite<With>('organization memberships');
members.before.each(async (context) => {
  const own = await createWorkspaceTestService();
  const bob = await own.store.write(async (tx) => {
    const making = { clock: own.clock, newId };
    const user = await createUser(tx, making, { name: 'bob', email: 'Bob@b.example' });
    await createApiToken(tx, making, { secret: 'bob', owner: { kind: 'user', id: user.id } });
    return user.id;
  });
  Object.assign(context, own, { bob });
});
members.after.each(async ({ close }) => {
  await close();
});

const path = '/organizations/acme/organization-memberships';
const invite = ({ as }: With, email: string, token = 'owner-token') =>
  as(token)(`POST ${path}`, document('organization-memberships', { email }));
const errorOf = ({ status, body }: { readonly status: number; readonly body: any }) => [status, body.errors[0].detail];

members('a user is invited, accepts, and is a member without any right', async (context) => {
  const { request, bob, as, create } = context;
  const made = await invite(context, 'bob@B.example');
  const { id } = made.body.data;
  assert.equal(
    [made.status, made.body.data],
    [
      201,
      {
        id,
        type: 'organization-memberships',
        attributes: {
          status: 'invited',
          email: 'bob@B.example',
          username: null,
          'created-at': '2026-05-01T12:00:00.000Z',
          'updated-at': '2026-05-01T12:00:00.000Z',
          'is-org-two-factor-required': false,
        },
        relationships: {
          organization: { data: { id: 'acme', type: 'organizations' } },
          user: { data: { id: `user-${id.slice(3)}`, type: 'users' } },
          teams: { data: [] },
          'scim-identity': { data: null },
        },
        links: { self: `/api/v2/organization-memberships/${id}` },
      },
    ],
  );
  assert.is((await as('bob')('GET /organizations/acme')).status, 404, 'not before they accept');
  const own = await as('bob')('GET /organization-memberships');
  assert.equal(
    own.body.data.map((one: any) => [one.id, one.attributes.status]),
    [[id, 'invited']],
  );
  const accepted = await as('bob')(`POST /organization-memberships/${id}/actions/accept`);
  assert.equal(
    [accepted.status, accepted.body.data.id, accepted.body.data.attributes, accepted.body.data.relationships.user.data.id],
    [
      200,
      id,
      {
        status: 'active',
        email: 'bob@B.example',
        username: 'bob',
        'created-at': '2026-05-01T12:00:00.000Z',
        'updated-at': '2026-05-01T12:00:00.000Z',
        'is-org-two-factor-required': false,
      },
      bob,
    ],
  );
  assert.is((await as('bob')('GET /organizations/acme')).status, 200);
  assert.equal(errorOf(await as('bob')(`POST /organization-memberships/${id}/actions/accept`)), [
    409,
    'this invitation was already accepted',
  ]);
  const team = await createTeamId({ create }, 'ops');
  assert.is((await request(`POST /teams/${team}/relationships/users`, many('users', 'bob'))).status, 204);
  assert.is((await request(`DELETE /organization-memberships/${id}`)).status, 204);
  assert.is((await as('bob')('GET /organizations/acme')).status, 404);
  assert.is((await request(`GET /teams/${team}`)).body.data.attributes['users-count'], 0, 'gone from the teams, too');
});

members('an invitation tells nobody who has an account, and is for who it names', async (context) => {
  const { request, as } = context;
  const [known, unknown] = [await invite(context, 'bob'), await invite(context, 'nobody')];
  const hide = ({ status, body }: any, name: string) => [
    status,
    JSON.stringify(body)
      .replaceAll(body.data.id.slice(3), 'ID')
      .replaceAll(name, 'NAME')
      .replaceAll(/avatar\/[0-9a-f]{32}/g, 'avatar/OF-THE-ID'),
  ];
  assert.equal(hide(known, 'bob'), hide(unknown, 'nobody'));
  const { token } = await context.member('mia');
  for (const [row, other] of [
    [`GET /organization-memberships/${known.body.data.id}`, token],
    [`POST /organization-memberships/${known.body.data.id}/actions/accept`, token],
    [`DELETE /organization-memberships/${known.body.data.id}`, token],
    [`POST /organization-memberships/${known.body.data.id}/actions/accept`, 'owner-token'],
  ] as const)
    assert.is((await request(row, undefined, { token: other })).status, 404, row);
  assert.is((await invite(context, 'x', token)).status, 404, 'inviting needs manage-membership');
  assert.equal(errorOf(await invite(context, 'BOB')), [409, '"BOB" already belongs to the organization, or is invited']);
  assert.equal(errorOf(await invite(context, 'mia')), [409, '"mia" already belongs to the organization, or is invited']);
  assert.is((await as('bob')(`DELETE /organization-memberships/${known.body.data.id}`)).status, 204, 'declined');
  assert.equal((await as('bob')('GET /organization-memberships')).body.data, []);
});

members('members of a seed are listed beside invitations, and removed; the last owner stays', async (context) => {
  const { request, member, as } = context;
  await member('mia', ['manage-membership']);
  await invite(context, 'bob');
  const list = async () =>
    (await request(`GET ${path}`)).body.data.map(({ id, attributes }: any) => [attributes.email, attributes.status, id] as const);
  const all = await list();
  assert.equal(
    all.map(([email, status]: any) => [email, status]),
    [
      ['olivia', 'active'],
      ['mia', 'active'],
      ['bob', 'invited'],
    ],
  );
  const [olivia, mia] = [all[0][2], all[1][2]];
  assert.is((await as('mia-token')(`DELETE /organization-memberships/${olivia}`)).status, 404, 'owners are the owners');
  assert.equal(errorOf(await request(`DELETE /organization-memberships/${olivia}`)), [
    409,
    'an organization keeps at least one owner: add another owner first',
  ]);
  assert.is((await as('mia-token')(`GET /organization-memberships/${mia}`)).status, 200);
  assert.is((await as('mia-token')(`DELETE /organization-memberships/${mia}`)).status, 204, 'who leaves, leaves');
  assert.equal((await list()).length, 2);
});

members.run();
