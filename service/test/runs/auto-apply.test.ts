/** On whose behalf a run applies itself, and when their rights are checked. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Receiver, startReceiver } from '../receiver.ts';
import { deliverNotifications } from '../../src/workspaces/notification-configurations/deliver-notifications.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import type { StoredRun } from '../../src/workspaces/runs/stored.ts';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
  readonly writer: { readonly token: string; readonly team: string; readonly user: string };
  readonly planner: { readonly token: string; readonly team: string; readonly user: string };
}
const settings = { ...defaultSettings, privateDestinations: true };
const test = suite<With>('for whom runs apply themselves');
test.before.each(async (context) => {
  const own = await createNoCodeTestService({ settings });
  const web = await own.createWorkspaceId('web', { 'auto-apply': true });
  const [writer, planner] = [await own.member('writer'), await own.member('planner')];
  await own.grant('team-workspaces', writer.team, web, { access: 'write' });
  await own.grant('team-workspaces', planner.team, web, { access: 'plan' });
  Object.assign(context, own, { web, writer, planner });
});
test.after.each(async ({ close }) => {
  await close();
});

const start = async ({ request, web }: With, token: string, attributes: object = {}, headers = {}): Promise<any> => {
  const body = document('runs', attributes, { workspace: { data: { type: 'workspaces', id: web } } });
  const answer = await request('POST /runs', body, { token, headers });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
};
const readRun = async ({ as }: With, id: string, token = 'owner-token'): Promise<any> =>
  (await as(token)(`GET /runs/${id}`)).body.data.attributes;
const settle = async ({ passTime }: With): Promise<void> => {
  for (let step = 0; step < 3; step++) await passTime(60_000);
};
const statusOf = async (context: With, id: string): Promise<string> => (await readRun(context, id)).status;
const waits = ['planned', false, true];
const describeWaiting = ({ status, actions, ...run }: any) => [status, run['auto-apply'], actions['is-confirmable']];

test('an empty apply confirms itself for who may apply, where runs wait as well; one with changes does not', async (context) => {
  await context.patch(context.web, { 'auto-apply': false });
  const startEmpty = async (token: string, outcome: string): Promise<string> => {
    await context.request('POST //_local/run-outcome', { workspace: context.web, outcome });
    return (await start(context, token, { 'allow-empty-apply': true })).id;
  };
  const ended: string[] = [];
  for (const [token, outcome] of [
    ['writer-token', 'no-changes'],
    ['writer-token', 'success'],
    ['planner-token', 'no-changes'],
  ] as const) {
    const id = await startEmpty(token, outcome);
    const events = (await context.request(`GET /runs/${id}/run-events`)).body.data.map((one: any) => one.attributes.action);
    assert.equal(events, token === 'planner-token' ? ['auto_apply_withheld'] : [], 'it says so from its start');
    await settle(context);
    ended.push(await statusOf(context, id));
    if (ended.at(-1) === 'planned') await context.request(`POST /runs/${id}/actions/discard`);
    await settle(context);
  }
  assert.equal(ended, ['applied', 'planned', 'planned']);
  const id = await startEmpty('writer-token', 'no-changes');
  await context.grant('team-workspaces', context.writer.team, context.web, { access: 'plan' });
  await settle(context);
  assert.is(await statusOf(context, id), 'planned', 'the right is asked for again');
  assert.is((await context.request(`GET /runs/${id}/run-events`)).body.data.at(-1).attributes.action, 'auto_apply_withheld');
});

test('what a planner starts says from its start that it will wait, and why', async (context) => {
  for (const attributes of [{}, { 'auto-apply': true }, { 'refresh-only': true }]) {
    const { id, attributes: started } = await start(context, 'planner-token', attributes);
    assert.is(started['auto-apply'], false);
    const events = (await context.request(`GET /runs/${id}/run-events`)).body.data.map((one: any) => one.attributes);
    assert.equal(
      events.map(({ action, description }: any) => [action, description]),
      [['auto_apply_withheld', 'The run waits for its confirmation: whoever it is for may not apply runs of this workspace']],
    );
    await settle(context);
    const waiting = await readRun(context, id, 'planner-token');
    assert.equal(describeWaiting(waiting), waits);
    const { permissions } = waiting;
    assert.equal(
      [permissions['can-apply'], permissions['can-discard'], permissions['can-cancel'], permissions['can-comment']],
      [false, false, false, true],
    );
    for (const action of ['apply', 'discard', 'cancel'])
      assert.is((await context.as('planner-token')(`POST /runs/${id}/actions/${action}`, {})).status, 404);
    assert.is((await context.as('writer-token')(`POST /runs/${id}/actions/apply`, {})).status, 202);
    await settle(context);
    assert.is(await statusOf(context, id), 'applied');
  }
});

test('a run of the command line does what the command line says, not what the workspace says', async (context) => {
  const headers = { 'terraform-version': '1.15.9', 'x-terraform-integration': 'cloud' };
  const plain = await start(context, 'writer-token', { 'auto-apply': false }, headers);
  await settle(context);
  assert.equal(describeWaiting(await readRun(context, plain.id)), waits);
  await context.request(`POST /runs/${plain.id}/actions/discard`);
  const silent = await start(context, 'writer-token', {}, headers);
  assert.is(silent.attributes['auto-apply'], false);
  await settle(context);
  await context.request(`POST /runs/${silent.id}/actions/discard`);
  const approved = await start(context, 'writer-token', { 'auto-apply': true }, headers);
  await settle(context);
  assert.is(await statusOf(context, approved.id), 'applied');
});

test('a saved plan never says that it applies itself', async (context) => {
  const { id, attributes } = await start(context, 'writer-token', { 'save-plan': true });
  assert.is(attributes['auto-apply'], false);
  await settle(context);
  assert.is(await statusOf(context, id), 'planned_and_saved');
});

const losses: readonly (readonly [string, (context: With) => Promise<unknown>])[] = [
  ['the access of their team', ({ store, writer, web }) => store.write((tx) => tx.unlink('team-workspaces', writer.team, web))],
  ['the level of the access', ({ grant, writer, web }) => grant('team-workspaces', writer.team, web, { access: 'plan' })],
  ['their team', ({ request, writer }) => request(`DELETE /teams/${writer.team}`)],
  ['their place in the team', ({ store, writer }) => store.write((tx) => tx.unlink('team-members', writer.team, writer.user))],
  ['their account', ({ store, writer }) => store.write((tx) => tx.delete('users', writer.user))],
];
for (const [what, lose] of losses)
  test(`who loses ${what} between start and confirmation has the run wait`, async (context) => {
    const { id, attributes } = await start(context, 'writer-token');
    assert.is(attributes['auto-apply'], true);
    await context.passTime(200);
    assert.is(await statusOf(context, id), 'planning');
    await lose(context);
    await settle(context);
    assert.equal(describeWaiting(await readRun(context, id)), waits);
    const [event] = (await context.request(`GET /runs/${id}/run-events`)).body.data;
    assert.is(event.attributes.action, 'auto_apply_withheld');
    assert.is((await context.request(`POST /runs/${id}/actions/apply`)).status, 202);
    await settle(context);
    assert.is(await statusOf(context, id), 'applied');
  });

test('a token that is deleted takes no right from anyone who sent it', async (context) => {
  const { id } = await start(context, 'writer-token');
  const { data } = (await context.as('writer-token')(`GET /users/${context.writer.user}/authentication-tokens`)).body;
  assert.is((await context.as('writer-token')(`DELETE /authentication-tokens/${data[0].id}`)).status, 204);
  await settle(context);
  assert.is(await statusOf(context, id), 'applied');
});

test('who gets the right after the start confirms by hand', async (context) => {
  const { id } = await start(context, 'planner-token');
  await context.grant('team-workspaces', context.planner.team, context.web, { access: 'write' });
  await settle(context);
  assert.equal(describeWaiting(await readRun(context, id)), waits);
  assert.is((await context.as('planner-token')(`POST /runs/${id}/actions/apply`, {})).status, 202);
});

test('a run that waits in the queue is judged when its turn has come', async (context) => {
  const first = await start(context, 'owner-token', { 'auto-apply': false });
  await settle(context);
  const second = await start(context, 'writer-token');
  assert.equal([second.attributes.status, second.attributes['auto-apply']], ['pending', true]);
  await context.grant('team-workspaces', context.writer.team, context.web, { access: 'plan' });
  await context.request(`POST /runs/${first.id}/actions/discard`);
  await settle(context);
  assert.equal(describeWaiting(await readRun(context, second.id)), waits);
});

test('an upload is judged for who made the address, when the content arrives', async (context) => {
  const row = `POST /workspaces/${context.web}/configuration-versions`;
  const version = (await context.request(row, document('configuration-versions', {}), { token: 'writer-token' })).body.data;
  await context.grant('team-workspaces', context.writer.team, context.web, { access: 'plan' });
  const { pathname } = new URL(version.attributes['upload-url']);
  const { writeTar } = await import('../../src/workspaces/runs/plan-exports/write-tar.ts');
  const content = new Uint8Array(await writeTar([{ name: 'main.tf', text: '' }], new Date(0)));
  assert.is((await context.as(null)(`PUT /${pathname}`, content)).status, 200);
  const [run] = (await context.request(`GET /workspaces/${context.web}/runs`)).body.data;
  assert.is(run.attributes['auto-apply'], false);
});

test('runs of an older release continue: for who created them, or by the settings that started them', async (context) => {
  const { store } = context;
  const forget = (id: string, members: object) =>
    store.write(async (tx) => {
      const run = (await tx.get<StoredRun>('runs', id))!;
      await tx.update<StoredRun>(run, { body: { ...run.body, events: [], autoApply: true, ...members } });
    });
  const ofWriter = await start(context, 'writer-token');
  await settle(context);
  assert.is(await statusOf(context, ofWriter.id), 'applied');
  const ofPlanner = await start(context, 'planner-token');
  await forget(ofPlanner.id, {});
  await settle(context);
  assert.equal(describeWaiting(await readRun(context, ofPlanner.id)), waits);
  await context.request(`POST /runs/${ofPlanner.id}/actions/discard`);
  const ofNobody = await start(context, 'planner-token');
  await store.write(async (tx) => {
    const run = (await tx.get<StoredRun>('runs', ofNobody.id))!;
    const { createdBy: _nobody, ...body } = run.body;
    await tx.update<StoredRun>(run, { body: { ...body, autoApply: true } });
  });
  await settle(context);
  assert.is(await statusOf(context, ofNobody.id), 'applied');
});

test('who listens is told of a run that is held when it would be confirmed', async (context) => {
  const receiver: Receiver = await startReceiver();
  const attributes = { name: 'horn', 'destination-type': 'generic', enabled: true, url: receiver.url, triggers: ['run:needs_attention'] };
  await context.request(`POST /workspaces/${context.web}/notification-configurations`, document('notification-configurations', attributes));
  receiver.received.length = 0;
  const { id } = await start(context, 'writer-token');
  await context.passTime(300);
  assert.is(await statusOf(context, id), 'planned');
  await context.grant('team-workspaces', context.writer.team, context.web, { access: 'plan' });
  await settle(context);
  await deliverNotifications(context.store, context.clock, settings, '');
  const sent = receiver.received.map(({ text }) => JSON.parse(text));
  receiver.close();
  assert.equal(
    sent.map(({ run_id, notifications: [{ trigger, run_status }] }: any) => [run_id, trigger, run_status]),
    [[id, 'run:needs_attention', 'planned']],
  );
});

test.run();
