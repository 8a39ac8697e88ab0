import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';

const users = suite<{ here: CiTestService }>('CI users');
users.before.each(async (context) => {
  context.here = await startCiService();
});
users.after.each(async (context) => {
  await context.here.close();
});

users('GET /me: who the token is', async ({ here: { ci, ciAs } }) => {
  const { status, body } = await ci('GET /me');
  assert.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal([status, body], [200, { id: body.id, login: 'olivia', name: 'olivia', avatar_url: null }]);
  assert.equal(statusAndMessage(await ciAs('acme-token')('GET /me')), [
    403,
    'a user token is required; this token belongs to a team or an organization',
  ]);
});

users('GET /me/collaborations: the organizations of the token', async ({ here: { ci, org, ciAs } }) => {
  const { status, body } = await ci('GET /me/collaborations');
  assert.match(body[0].slug, /^native\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  assert.equal([status, body], [200, [{ id: org, 'vcs-type': 'native', name: 'acme', avatar_url: null, slug: body[0].slug }]]);
  const hosted = (await ci('GET /me/collaborations', undefined, { headers: { 'circle-token': 'owner-token' }, token: null })).body;
  assert.equal(hosted, [
    {
      id: org,
      'vcs-type': 'circleci',
      vcs_type: 'circleci',
      name: 'acme',
      avatar_url: '',
      slug: body[0].slug.replace('native', 'circleci'),
    },
  ]);
  assert.equal(
    (await ciAs('acme-token')('GET /me/collaborations')).body.map(({ id }: any) => id),
    [org],
  );
  assert.equal(
    (await ciAs('stranger-token')('GET /me/collaborations')).body.map(({ name }: any) => name),
    ['globex'],
  );
});

users('GET /user/{id}: whoever shares an organization', async ({ here: { ci, ciAs } }) => {
  const mia = (await ciAs('mia-token')('GET /me')).body;
  assert.equal((await ci(`GET /user/${mia.id}`)).body, { id: mia.id, login: 'mia', name: 'mia', avatar_url: null });
  assert.equal((await ciAs('mia-token')(`GET /user/${mia.id.toUpperCase()}`)).body, mia, 'oneself');
  assert.is((await ciAs('acme-token')(`GET /user/${mia.id}`)).status, 200);
  assert.equal(statusAndMessage(await ciAs('stranger-token')(`GET /user/${mia.id}`)), [
    404,
    `the user ${mia.id} was not found, or this token has no access to it`,
  ]);
  assert.is((await ci('GET /user/aaaaaaaa-0000-4000-8000-000000000000')).status, 404);
  assert.equal(statusAndMessage(await ci('GET /user/olivia')), [400, 'id: expected a UUID, got "olivia"']);
});

users.run();
