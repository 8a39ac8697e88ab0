import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const test = suite<WorkspaceTestService>('the account of a user');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
test.after.each(({ close }) => close());

const document = (attributes: object) => ({ data: { type: 'users', attributes } });

test('a user changes the own name; an address waits until it is confirmed', async ({ request }) => {
  const before = (await request('GET /account/details')).body.data;
  const { status, body } = await request('PATCH /account/update', document({ username: 'liv', email: 'liv@acme.example' }));
  assert.is(status, 200);
  assert.equal(body.data, {
    ...before,
    attributes: { ...before.attributes, username: 'liv', 'unconfirmed-email': 'liv@acme.example' },
  });
  assert.equal((await request('GET /account/details')).body.data, body.data);
  const again = (await request('PATCH /account/update', document({ username: 'olivia' }))).body.data.attributes;
  assert.equal([again.username, again['unconfirmed-email']], ['olivia', 'liv@acme.example']);
});

test('names are unique, and not of somebody who is invited', async ({ request, member }) => {
  await member('mia');
  const rename = async (username: unknown) => (await request('PATCH /account/update', document({ username }))).status;
  const invitation = { data: { type: 'organization-memberships', attributes: { email: 'ines' } } };
  assert.is((await request('POST /organizations/acme/organization-memberships', invitation)).status, 201);
  assert.equal([await rename('mia'), await rename('ines'), await rename(''), await rename(7)], [422, 422, 422, 422]);
  assert.is((await request('GET /account/details')).body.data.attributes.username, 'olivia');
});

test('nobody has a password; teams and organizations have no account', async ({ request, member }) => {
  const password = document({ current_password: 'a', password: 'b', password_confirmation: 'b' });
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
    ['PATCH /account/update', document({ username: 'x' })],
    ['PATCH /account/password', password],
  ] as const)
    assert.is((await request(row, body, { token: 'team-of-mia-token' })).status, 403, row);
});

test.run();
