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

const test = suite<NotificationTest>('destinations of notifications');
test.before.each(async (context) => {
  Object.assign(context, await startNotificationTest());
});
test.after.each(async ({ bench, receiver }) => {
  receiver.close();
  await bench.close();
});

test('nothing is sent to this machine or a private network unless the operator says so', async (parts) => {
  const { receiver } = parts;
  const id = await create(parts, { url: receiver.url, triggers: ['run:completed'] });
  receiver.received.length = 0;
  await queue(parts, runEvent(parts, 'applied'));
  await deliver(parts, { privateDestinations: false });
  assert.is(receiver.received.length, 0);
  assert.is(
    (await read(parts, id)).attributes['delivery-responses'][0].body,
    'its address is of this machine or of a private network, where webhooks are not sent (--private-destinations)',
  );
});

test('chats get documents of their own', async (parts) => {
  const { receiver } = parts;
  await create(parts, { 'destination-type': 'slack', url: receiver.url, triggers: ['run:errored'] });
  await create(parts, { 'destination-type': 'microsoft-teams', url: receiver.url, triggers: ['run:errored'] }, `projects/${parts.project}`);
  receiver.received.length = 0;
  await queue(parts, runEvent(parts, 'errored'));
  await deliver(parts);
  const documents = receiver.received.map(({ text }) => JSON.parse(text));
  const slack = documents.find((one) => one.text !== undefined);
  const card = documents.find((one) => one.type === 'message').attachments[0];
  assert.equal(
    [slack.text, slack.attachments[0].color, slack.attachments[0].title_link, slack.attachments[0].fields[3]],
    [
      'Run Errored: acme/harbour',
      'danger',
      'https://slipway.example/app/acme/workspaces/harbour/runs/run-1',
      { title: 'Run message', value: 'more &lt;berths&gt;', short: true },
    ],
  );
  assert.equal(
    [card.contentType, card.content.body[0].text, card.content.body[1].facts[3], card.content.actions[0].url],
    [
      'application/vnd.microsoft.card.adaptive',
      'Run Errored: acme/harbour',
      { title: 'Run message', value: 'more <berths>' },
      'https://slipway.example/app/acme/workspaces/harbour/runs/run-1',
    ],
  );
});

test('mail stands in the outbox, which the control endpoints show and empty', async (parts) => {
  const { bench } = parts;
  const id = await create(parts, {
    'destination-type': 'email',
    'email-addresses': ['keeper@acme.example'],
    triggers: ['run:errored'],
  });
  assert.equal((await read(parts, id)).attributes['external-email-addresses'], ['keeper@acme.example']);
  await queue(parts, runEvent(parts, 'errored'));
  const { mails } = (await bench.request('GET //_local/outbox')).body;
  assert.equal(
    mails.map(({ id: _id, ...mail }: any) => mail),
    [
      {
        organization: 'acme',
        to: ['keeper@acme.example'],
        subject: 'Run Errored: acme/harbour',
        text:
          'Run Errored: acme/harbour\n\nOrganization: acme\nWorkspace: harbour\nRun: run-1\nRun message: more <berths>\n' +
          'Created by: olivia\nStatus: errored\nhttps://slipway.example/app/acme/workspaces/harbour/runs/run-1\n',
        trigger: 'run:errored',
        notification_configuration_id: id,
        created_at: '2026-05-01T12:00:00.000Z',
      },
    ],
  );
  assert.is((await bench.request('DELETE //_local/outbox')).status, 204);
  assert.equal((await bench.request('GET //_local/outbox')).body, { mails: [] });
});

test('triggers, urls and numbers are as they can be', async (parts) => {
  const { bench, workspace, receiver } = parts;
  const team = (await bench.request('POST /organizations/acme/teams', { data: { type: 'teams', attributes: { name: 'crew' } } })).body.data
    .id;
  const refuse = async (parent: string, attributes: object) => {
    const { status, body } = await bench.request(
      `POST /${parent}/notification-configurations`,
      document({ name: 'horn', 'destination-type': 'generic', url: receiver.url, ...attributes }),
    );
    return [status, body.errors?.[0].source.pointer];
  };
  assert.equal(await refuse(`teams/${team}`, { triggers: ['run:errored'] }), [422, '/data/attributes/triggers/0']);
  assert.equal(await refuse(`teams/${team}`, { triggers: ['change_request:created'] }), [201, undefined]);
  const here = `workspaces/${workspace}`;
  assert.equal(await refuse(here, { triggers: ['change_request:created'] }), [422, '/data/attributes/triggers/0']);
  assert.equal(await refuse(here, { url: null }), [422, '/data/attributes/url']);
  assert.equal(await refuse(here, { 'destination-type': 'email' }), [422, '/data/attributes/url']);
  assert.equal(await refuse(here, { url: 'ftp://x' }), [422, '/data/attributes/url']);
  for (let index = 0; index < 20; index++) await create(parts, { url: receiver.url, enabled: false });
  assert.equal(await refuse(here, {}), [422, '/data']);
});

test('what is deleted is not delivered, and goes with its workspace', async (parts) => {
  const { bench, receiver, workspace } = parts;
  const id = await create(parts, { url: receiver.url, triggers: ['run:completed'] });
  await queue(parts, runEvent(parts, 'applied'));
  assert.is((await bench.request(`DELETE /notification-configurations/${id}`)).status, 204);
  assert.is(await deliver(parts), 0);
  const other = await create(parts, { url: receiver.url });
  assert.is((await bench.request(`DELETE /workspaces/${workspace}`)).status, 204);
  assert.is((await bench.request(`GET /notification-configurations/${other}`)).status, 404);
});

test.run();
