import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { createRunEvent, notificationDocument, type NotificationTest, queueEvent, startNotificationTest } from './notification-support.ts';

interface Context extends NotificationTest {
  readonly bob: string;
}
const notified = suite<Context>('users of notification configurations');
notified.before.each(async (context) => {
  const parts = await startNotificationTest();
  const { store, clock } = parts.bench;
  const bob = await store.write(async (tx) => {
    const making = { clock, newId };
    const user = await createUser(tx, making, { name: 'bob', email: 'bob@b.example' });
    await createApiToken(tx, making, { secret: 'bob', owner: { kind: 'user', id: user.id } });
    return user.id;
  });
  Object.assign(context, parts, { bob });
});
notified.after.each(async ({ bench, receiver }) => {
  await receiver.close();
  await bench.close();
});

const invite = async ({ bench }: NotificationTest): Promise<string> => {
  const document = { data: { type: 'organization-memberships', attributes: { email: 'bob@b.example' } } };
  return (await bench.request('POST /organizations/acme/organization-memberships', document)).body.data.id;
};
const create = ({ bench, workspace }: NotificationTest, user: string) => {
  const attributes = { name: 'mail', 'destination-type': 'email', enabled: true, triggers: ['run:errored'] };
  const users = { users: { data: [{ id: user, type: 'users' }] } };
  return bench.request(`POST /workspaces/${workspace}/notification-configurations`, notificationDocument(attributes, users));
};
const listUsers = async ({ bench }: NotificationTest, id: string) =>
  (await bench.request(`GET /notification-configurations/${id}`)).body.data.relationships.users.data;
const listRecipients = async (parts: NotificationTest) => {
  await queueEvent(parts, createRunEvent(parts, 'errored'));
  const { mails } = (await parts.bench.request('GET //_local/outbox')).body;
  await parts.bench.request('DELETE //_local/outbox');
  return mails.map(({ to }: any) => to);
};

notified('a user who is invited gets mail once they accept, and none after they leave', async (parts) => {
  const { bench, bob } = parts;
  const membership = await invite(parts);
  const invited = `user-${membership.slice('ou-'.length)}`;
  const made = await create(parts, invited);
  assert.is(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body.data;
  assert.equal(await listUsers(parts, id), [{ id: invited, type: 'users' }]);
  assert.equal(await listRecipients(parts), []);

  const accepted = await bench.request(`POST /organization-memberships/${membership}/actions/accept`, undefined, { token: 'bob' });
  assert.is(accepted.status, 200);
  assert.equal(await listUsers(parts, id), [{ id: bob, type: 'users' }]);
  assert.equal(await listRecipients(parts), [['bob@b.example']]);

  assert.is((await bench.request(`DELETE /organization-memberships/${membership}`)).status, 204);
  assert.equal(await listUsers(parts, id), []);
  assert.equal(await listRecipients(parts), []);
});

notified('an invitation that is withdrawn is taken out', async (parts) => {
  const membership = await invite(parts);
  const { id } = (await create(parts, `user-${membership.slice('ou-'.length)}`)).body.data;
  assert.is((await parts.bench.request(`DELETE /organization-memberships/${membership}`)).status, 204);
  assert.equal(await listUsers(parts, id), []);
});

notified('nobody else is taken: not a user of another organization, nor one who is invited there', async (parts) => {
  const { bench, bob } = parts;
  const elsewhere = { data: { type: 'organizations', attributes: { name: 'zenith', email: 'z@z.example' } } };
  assert.is((await bench.request('POST /organizations', elsewhere)).status, 201);
  const document = { data: { type: 'organization-memberships', attributes: { email: 'bob@b.example' } } };
  const { id } = (await bench.request('POST /organizations/zenith/organization-memberships', document)).body.data;
  for (const user of [bob, `user-${id.slice('ou-'.length)}`, 'user-nobody']) {
    const { status, body } = await create(parts, user);
    assert.equal(
      [status, body.errors],
      [
        422,
        [
          {
            status: '422',
            title: 'invalid attribute',
            detail: `users "${user}" was not found in this organization, or this token cannot read it`,
            source: { pointer: '/data/relationships/users/data/0/id' },
          },
        ],
      ],
    );
  }
});

notified.run();
