/** What the tests of HashiCorp's Go client expect of writes and of what they leave, by requests of our own (decision 173). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTeamId } from '../../service/test/creators.ts';
import { document, many, one } from '../../service/test/documents.ts';
import { createTestService, type TestService } from '../../service/test/support.ts';

const test = suite<TestService>('writes of the Go client');
test.before.each(async (context) => {
  Object.assign(context, await createTestService({ profile: 'hosted' }));
});
test.after.each(({ close }) => close());

const makeMails = async ({ create, request }: TestService) => {
  const { id } = await create('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  const users = { users: many('users', (await request('GET /account/details')).body.data.id) };
  const mails = document('notification-configurations', { name: 'mails', 'destination-type': 'email' }, users);
  return create(`POST /workspaces/${id}/notification-configurations`, mails);
};

test('an update of a notification configuration that names no users leaves none', async (service) => {
  const mails = await makeMails(service);
  const [user] = mails.relationships.users.data;
  assert.is(user.type, 'users');
  const update = (sent: object) => service.request(`PATCH /notification-configurations/${mails.id}`, sent);
  const kept = await update(document('notification-configurations', { enabled: true }, { users: { data: [user] } }));
  assert.equal(kept.body.data.relationships.users.data, [user]);
  const emptied = await update(document('notification-configurations', { name: 'letters' }));
  assert.equal([emptied.status, emptied.body.data.relationships.users.data], [200, []]);
});

test('in the neutral dialect such an update keeps the users', async () => {
  const neutral = await createTestService({ profile: 'neutral' });
  const mails = await makeMails(neutral);
  const sent = document('notification-configurations', { name: 'letters' });
  const { body } = await neutral.request(`PATCH /notification-configurations/${mails.id}`, sent);
  await neutral.close();
  assert.equal(body.data.relationships.users.data, mails.relationships.users.data);
});

test('an empty list of the provider registry has no pages; one of workspaces has one, without entries', async ({ create, request }) => {
  const crane = { name: 'crane', namespace: 'acme', 'registry-name': 'private' };
  const pages = async (path: string) => (await request(`GET ${path}`)).body.meta.pagination['total-pages'];
  const providers = '/organizations/acme/registry-providers';
  const versions = `${providers}/private/acme/crane/versions`;
  assert.is(await pages(providers), 0);
  await create(`POST ${providers}`, document('registry-providers', crane));
  assert.equal([await pages(providers), await pages(versions)], [1, 0]);
  await create(`POST ${versions}`, document('registry-provider-versions', { version: '1.0.0', 'key-id': 'a1b2', protocols: ['5.0'] }));
  assert.equal([await pages(versions), await pages(`${versions}/1.0.0/platforms`)], [1, 0]);
  assert.is(await pages('/organizations/acme/workspaces'), 1);
});

test('a policy in Sentinel has no query, also where one is sent', async ({ create, request }) => {
  const query = 'data.harbor.deny';
  const made = await create('POST /organizations/acme/policies', document('policies', { name: 'berths', kind: 'sentinel', query }));
  assert.is(made.attributes.query, null);
  const { body } = await request(`PATCH /policies/${made.id}`, document('policies', { query }));
  assert.is(body.data.attributes.query, null);
});

test('a team has one token with a description; any number without one', async (service) => {
  const id = await createTeamId(service, 'harbor');
  const issue = (description?: string) =>
    service.request(`POST /teams/${id}/authentication-tokens`, document('authentication-tokens', description ? { description } : {}));
  for (const description of ['crane', 'quay', undefined, undefined]) assert.is((await issue(description)).status, 201);
  const { status, body } = await issue('crane');
  assert.equal(
    [status, body.errors[0]],
    [
      422,
      {
        status: '422',
        title: 'invalid attributes',
        detail: 'Validation failed: Description has already been taken',
        source: { pointer: '/data/attributes/description' },
      },
    ],
  );
  const other = await createTeamId(service, 'pier');
  const sent = document('authentication-tokens', { description: 'crane' });
  assert.is((await service.request(`POST /teams/${other}/authentication-tokens`, sent)).status, 201);
});

test('the first event of a run is its creation', async ({ create, request }) => {
  const { id } = await create('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
  const run = await create('POST /runs', document('runs', {}, { workspace: one('workspaces', id) }));
  const [event] = (await request(`GET /runs/${run.id}/run-events`)).body.data;
  assert.equal(run.relationships['run-events'].data, [{ id: event.id, type: 'run-events' }]);
  assert.equal([event.attributes.action, event.relationships.actor.data.type], ['queued', 'users']);
});

test.run();
