import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createConfiguration as create,
  createRunEvent as runEvent,
  deliverAll as deliver,
  notificationDocument as document,
  type NotificationTest,
  queueEvent as queue,
  readConfiguration as read,
  startNotificationTest,
} from './notification-support.ts';

const test = suite<NotificationTest>('notification configurations');
test.before.each(async (context) => {
  Object.assign(context, await startNotificationTest());
});
test.after.each(async ({ bench, receiver }) => {
  receiver.close();
  await bench.close();
});

test('a configuration is told whole, but for its token', async (parts) => {
  const { bench, workspace, receiver } = parts;
  const made = await bench.request(
    `POST /workspaces/${workspace}/notification-configurations`,
    document(
      { name: 'horn', 'destination-type': 'generic', url: receiver.url, token: 'canary-token', triggers: ['run:errored'] },
      { subscribable: { data: { type: 'workspaces', id: workspace } }, users: { data: [] } },
    ),
  );
  assert.is(made.status, 201);
  const { id } = made.body.data;
  assert.equal(made.body.data, {
    id,
    type: 'notification-configurations',
    attributes: {
      name: 'horn',
      'destination-type': 'generic',
      enabled: false,
      url: receiver.url,
      token: null,
      triggers: ['run:errored'],
      'email-addresses': [],
      'user-email-addresses': [],
      'external-email-addresses': [],
      'delivery-responses': [],
      'created-at': '2026-05-01T12:00:00.000Z',
      'updated-at': '2026-05-01T12:00:00.000Z',
    },
    relationships: { subscribable: { data: { id: workspace, type: 'workspaces' } }, users: { data: [] } },
    links: { self: `/api/v2/notification-configurations/${id}` },
  });
  assert.equal((await bench.request(`GET /workspaces/${workspace}/notification-configurations`)).body.data, [made.body.data]);
  assert.is(receiver.received.length, 0);
});

test('a run is told to whom it concerns, signed byte by byte', async (parts) => {
  const { receiver } = parts;
  const id = await create(parts, { url: receiver.url, token: 'salt water', triggers: ['run:completed'] });
  await create(parts, { url: receiver.url, triggers: ['run:errored'], name: 'other' });
  receiver.received.length = 0;
  await queue(parts, runEvent(parts, 'applied'));
  assert.is(await deliver(parts), 1);
  const [{ text, headers, method }] = receiver.received as [any];
  assert.is(
    text,
    `{"payload_version":1,"notification_configuration_id":"${id}",` +
      '"run_url":"https://slipway.example/app/acme/workspaces/harbour/runs/run-1","run_id":"run-1","run_message":"more <berths>",' +
      `"run_created_at":"2026-05-01T11:00:00.000Z","run_created_by":"olivia","workspace_id":"${parts.workspace}",` +
      '"workspace_name":"harbour","organization_name":"acme","notifications":[{"message":"Run Applied","trigger":"run:completed",' +
      '"run_status":"applied","run_updated_at":"2026-05-01T11:05:00.000Z","run_updated_by":null}]}',
  );
  assert.equal(
    [method, headers['content-type'], headers['x-tfe-notification-signature']],
    ['POST', 'application/json', createHmac('sha512', 'salt water').update(text).digest('hex')],
  );
  const [response] = (await read(parts, id)).attributes['delivery-responses'];
  assert.equal(
    [response.code, response.successful, response.body, response.url, response.headers['x-told']],
    ['200', 'true', 'thanks', receiver.url, ['yes']],
  );
});

test('a receiver that fails, or does not answer in time, is asked again', async (parts) => {
  const { receiver, bench } = parts;
  const id = await create(parts, { url: receiver.url, triggers: ['run:completed'] });
  receiver.statuses.push(500, 0);
  await queue(parts, runEvent(parts, 'applied'));
  assert.equal([await deliver(parts), await deliver(parts)], [1, 0]);
  bench.clock.freeze(new Date('2026-05-01T12:00:10.000Z'));
  assert.is(await deliver(parts), 1);
  bench.clock.freeze(new Date('2026-05-01T12:01:10.000Z'));
  assert.equal([await deliver(parts), await deliver(parts)], [1, 0]);
  assert.equal(
    (await read(parts, id)).attributes['delivery-responses'].map(({ code, successful, body }: any) => [code, successful, body]),
    [
      ['200', 'true', 'thanks'],
      ['', 'false', 'no answer within 5000 milliseconds'],
      ['500', 'false', 'thanks'],
      ['200', 'true', 'thanks'],
    ],
  );
});

test('a configuration that is enabled is verified; a destination that refuses is 400', async (parts) => {
  const { receiver, bench, workspace } = parts;
  const path = `POST /workspaces/${workspace}/notification-configurations`;
  receiver.statuses.push(403);
  const attributes = { name: 'horn', 'destination-type': 'generic', enabled: true, url: receiver.url };
  const refused = await bench.request(path, document(attributes));
  assert.equal([refused.status, refused.body.errors[0].detail], [400, 'the destination did not take the verification: 403']);
  const made = await bench.request(path, document(attributes));
  assert.is(made.status, 201);
  const { id } = made.body.data;
  assert.equal(JSON.parse(receiver.received[1]!.text), {
    payload_version: 1,
    notification_configuration_id: id,
    run_url: null,
    run_id: null,
    run_message: null,
    run_created_at: null,
    run_created_by: null,
    workspace_id: null,
    workspace_name: null,
    organization_name: null,
    notifications: [
      { message: 'Verification of horn', trigger: 'verification', run_status: null, run_updated_at: null, run_updated_by: null },
    ],
  });
  await bench.request(`PATCH /notification-configurations/${id}`, document({ name: 'bell' }));
  assert.is(receiver.received.length, 2, 'a new name needs no verification');
  receiver.statuses.push(500);
  assert.is((await bench.request(`POST /notification-configurations/${id}/actions/verify`)).status, 400);
  assert.is((await bench.request(`POST /notification-configurations/${id}/actions/verify`)).status, 200);
});

test('a destination that cannot be reached is kept, and told so; enabling it by its action needs it', async (parts) => {
  const { bench, receiver } = parts;
  receiver.close();
  const id = await create(parts, { url: receiver.url });
  const [response] = (await read(parts, id)).attributes['delivery-responses'];
  assert.equal([response.code, response.successful, response.body], ['', 'false', 'ECONNREFUSED']);
  const enabled = await bench.request(`POST /notification-configurations/${id}/actions/enable`);
  assert.equal([enabled.status, enabled.body.errors[0].detail], [400, 'the destination did not take the verification: ECONNREFUSED']);
});

test.run();
