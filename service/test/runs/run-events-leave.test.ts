import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { deliverNotifications } from '../../src/workspaces/notification-configurations/deliver-notifications.ts';
import { type ReceivingParts, receivingSuite } from './receiving-suite.ts';
import { document } from '../documents.ts';

const test = receivingSuite('what a run causes elsewhere');

const settings = { ...defaultSettings, privateDestinations: true };
const startRun = async ({ request, workspace }: ReceivingParts, attributes: object = {}): Promise<string> =>
  (await request('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: workspace } } }))).body.data.id;
const deliver = async ({ store, clock, receiver }: ReceivingParts) => {
  await deliverNotifications(store, clock, settings, 'http://slipway.test');
  const sent = receiver.received.map(({ text }) => JSON.parse(text));
  receiver.received.length = 0;
  return sent
    .map(({ run_id: run, notifications: [one] }) => [run, one.trigger, one.message, one.run_status])
    .sort((a, b) => (a[1] < b[1] ? -1 : 1));
};

test('each step of a run is reported once; a run that only plans tells nobody', async (parts) => {
  const { request, receiver, workspace, passTime } = parts;
  const triggers = ['created', 'planning', 'needs_attention', 'applying', 'completed', 'errored'].map((name) => `run:${name}`);
  const made = await request(
    `POST /workspaces/${workspace}/notification-configurations`,
    document('notification-configurations', { name: 'horn', 'destination-type': 'generic', enabled: true, url: receiver.url, triggers }),
  );
  assert.is(made.status, 201, JSON.stringify(made.body));
  receiver.received.length = 0;
  const run = await startRun(parts);
  await passTime(1000);
  await deliverNotifications(parts.store, parts.clock, settings, 'http://slipway.test');
  const page = new URL(JSON.parse(receiver.received[0]!.text).run_url).pathname;
  assert.equal([page, (await request(`GET /${page}`)).status], [`/app/acme/workspaces/harbour/runs/${run}`, 200]);
  assert.equal(await deliver(parts), [
    [run, 'run:created', 'Run Created', 'pending'],
    [run, 'run:needs_attention', 'Run Needs Attention', 'planned'],
    [run, 'run:planning', 'Run Planning', 'planning'],
  ]);
  await request(`POST /runs/${run}/actions/apply`);
  await passTime(1000);
  assert.equal(await deliver(parts), [
    [run, 'run:applying', 'Run Applying', 'applying'],
    [run, 'run:completed', 'Run Applied', 'applied'],
  ]);
  await startRun(parts, { 'plan-only': true });
  await passTime(1000);
  assert.equal(await deliver(parts), []);
});

test('an applied run starts a run in the workspaces that it triggers, which apply it where they say so', async (parts) => {
  const { request, workspace, createWorkspaceId, passTime } = parts;
  const [waiting, applying] = [await createWorkspaceId('waiting'), await createWorkspaceId('applying')];
  await request(`PATCH /workspaces/${applying}`, document('workspaces', { 'auto-apply-run-trigger': true }));
  for (const target of [waiting, applying]) {
    const relationships = { sourceable: { data: { type: 'workspaces', id: workspace } } };
    assert.is((await request(`POST /workspaces/${target}/run-triggers`, document('run-triggers', {}, relationships))).status, 201);
  }
  await startRun(parts, { 'auto-apply': true });
  // The triggered runs begin when theirs is applied.
  for (let step = 0; step < 3; step++) await passTime(5000);
  const runsOf = async (target: string) =>
    (await request(`GET /workspaces/${target}/runs`)).body.data.map(({ attributes }: any) => [attributes.status, attributes.message]);
  const message = 'Triggered by an applied run of another workspace';
  assert.equal([await runsOf(waiting), await runsOf(applying)], [[['planned', message]], [['applied', message]]]);
});

test.run();
