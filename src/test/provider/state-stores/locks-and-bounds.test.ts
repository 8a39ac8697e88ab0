import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEngines, openStates, stateOf, type StateEngine } from './support.ts';

const test = suite('locks and bounds of a state store');
const states = await openStates();
const engines = await openEngines(() => states.service.address);
let engine: StateEngine;
test.before(async () => {
  engine = await engines.open({ prefix: 'net-' });
});
test.after(async () => {
  await engines.close();
  await states.close();
});
const { request, createWorkspace, teamToken } = states;
const workspaceOf = async (name: string) => (await request('GET', `/organizations/acme/workspaces/${name}`)).data;

test('a locked state is refused with its holder, why it is locked, and what unlocks it', async () => {
  const { id } = await engine.lock('held');
  const other = await engines.open({ prefix: 'net-' });
  const { errors, ...second } = await other.lock('held', 'OperationTypePlan');
  const { username } = (await request('GET', '/account/details')).data.attributes;
  const detail =
    `The workspace net-held is locked by user ${username}.\n` +
    `Reason: state store: OperationTypeApply (lock ID ${id})\n` +
    `Wait until it is unlocked. If its holder will not unlock it any more: force-unlock ${id}`;
  assert.equal([second.id, errors], ['', [`The state "held" is locked | ${detail}`]]);
  assert.equal(await other.write('held', stateOf(1)), [`The state "held" is locked | ${detail}`]);
  assert.equal(await other.remove('held'), [`The state "held" is locked | ${detail}`]);
  assert.equal(await engine.unlock('held', id), []);
});

test('another process unlocks with the ID of the lock, and only with that', async () => {
  const { id } = await engine.lock('forced');
  const other = await engines.open({ prefix: 'net-' });
  const wrong = '00000000-0000-4000-8000-000000000000';
  assert.match(
    (await other.unlock('forced', wrong))[0]!,
    `with another ID | There is no lock with the ID ${wrong}. The workspace net-forced`,
  );
  assert.is((await workspaceOf('net-forced')).attributes.locked, true);
  assert.equal(await other.unlock('forced', id), []);
  assert.is((await workspaceOf('net-forced')).attributes.locked, false);
  assert.equal(await engine.unlock('forced', id), [
    'The state "forced" is not locked | Someone has unlocked the workspace net-forced already.',
  ]);
});

test('a token of somebody else needs the right to force an unlock', async () => {
  const workspace = await createWorkspace('net-teams');
  const { id } = await engine.lock('teams');
  const writer = await engines.open({ prefix: 'net-' }, { token: await teamToken('writers', workspace, 'write') });
  assert.match((await writer.unlock('teams', id))[0]!, /^Could not unlock the state "teams": The workspace service answered 40[34]/);
  assert.is((await workspaceOf('net-teams')).attributes.locked, true);
  const admin = await engines.open({ prefix: 'net-' }, { token: await teamToken('admins', workspace, 'admin') });
  assert.equal(await admin.unlock('teams', id), []);
  assert.is((await workspaceOf('net-teams')).attributes.locked, false);
});

test('a workspace that a person has locked is unlocked by no state store', async () => {
  const id = await createWorkspace('net-manual');
  await request('POST', `/workspaces/${id}/actions/lock`);
  const [error] = (await engine.lock('manual')).errors;
  assert.match(
    error!,
    /is locked \| The workspace net-manual is locked by user .*\nIt was not locked by a state store: wait, or unlock it/,
  );
  assert.match((await engine.unlock('manual', '00000000-0000-4000-8000-000000000000'))[0]!, 'is locked with another ID');
  assert.is((await workspaceOf('net-manual')).attributes.locked, true);
});

test('a state that the token may not read is an error, not a state that is not there', async () => {
  const { id } = await engine.lock('hidden');
  await engine.write('hidden', stateOf(1));
  await engine.unlock('hidden', id);
  const reader = await teamToken('readers', (await workspaceOf('net-hidden')).id, 'custom');
  const other = await engines.open({ prefix: 'net-' }, { token: reader });
  assert.equal((await other.read('hidden')).errors, [
    'This token may not read the state "hidden" | It has no right to read state versions of the workspace net-hidden.',
  ]);
});

test('only workspaces within the bounds are listed, created, read and written', async () => {
  const project = (await request('POST', '/organizations/acme/projects', { type: 'projects', attributes: { name: 'bounds' } })).data.id;
  const bounded = await engines.open({ prefix: 'app-', project_id: project, tags: { app: 'web', tier: '' } });
  await createWorkspace('app-stranger');
  await createWorkspace('other');
  assert.equal(await bounded.write('prod', stateOf(1)), []);
  assert.equal(await bounded.list(), { ids: ['prod'], errors: [] });
  const created = await workspaceOf('app-prod');
  assert.is(created.relationships.project.data.id, project);
  const bindings = (await request('GET', `/workspaces/${created.id}/tag-bindings`)).data;
  assert.equal(
    bindings.map(({ attributes: { key, value } }: any) => [key, value]),
    [
      ['app', 'web'],
      ['tier', ''],
    ],
  );
  const outside = `It exists, but not in the project ${project}. Nothing was read or written. Change the state store's`;
  for (const errors of [
    (await bounded.read('stranger')).errors,
    await bounded.write('stranger', stateOf(1)),
    (await bounded.lock('stranger')).errors,
    await bounded.remove('stranger'),
  ])
    assert.match(errors[0]!, `The workspace app-stranger does not belong to this state store | ${outside}`);
  const tagged = await engines.open({ prefix: 'app-', tags: { app: 'api' } });
  assert.match((await tagged.read('prod')).errors[0]!, 'It exists, but without the tag app = api.');
  assert.equal(await tagged.list(), { ids: [], errors: [] });
});

test('a state of upper and lower case is in a workspace of its own, and the prefix alone is no state', async () => {
  for (const name of ['case-', 'case-A', 'CASE-b']) await createWorkspace(name);
  const cased = await engines.open({ prefix: 'case-' });
  assert.equal(await cased.list(), { ids: ['A'], errors: [] });
});

test('two engines that create the same state at the same time have one workspace', async () => {
  const two = await Promise.all([engines.open({ prefix: 'race-' }), engines.open({ prefix: 'race-' })]);
  const locks = await Promise.all(two.map((one) => one.lock('a')));
  assert.equal(locks.map(({ id }) => id === '').sort(), [false, true]);
  assert.match(locks.flatMap(({ errors }) => errors).join(), /^The state "a" is locked \| The workspace race-a is locked by user/);
  assert.equal(await engine.list().then(({ errors }) => errors), []);
});

test('a name that no workspace can have is refused before a request', async () => {
  engines.logged.length = 0;
  for (const id of ['', 'a b', '../x', 'ä', 'x'.repeat(90)])
    assert.match(
      (await engine.lock(id)).errors[0]!,
      /^No workspace can be called "net-.*" \| The name of a workspace has 1 to 90 letters/,
      id,
    );
  assert.equal(engines.logged, []);
});

test('a configuration without bounds, or with values of another form, is not valid', async () => {
  const bounds = 'Without `prefix`, `project_id` or `tags` every workspace of the organization would be a state. Set at least one of them.';
  assert.equal(await engine.validate({}), [`The state store has no bounds | ${bounds}`]);
  assert.equal(await engine.validate({ tags: {} }), [`The state store has no bounds | ${bounds}`]);
  for (const config of [{ prefix: 'net-' }, { project_id: 'prj-1' }, { tags: { app: 'web' } }])
    assert.equal(await engine.validate(config), []);
  assert.match((await engine.validate({ prefix: 'a b' }))[0]!, '"prefix"');
  assert.match((await engine.validate({ project_id: 'ws-1' }))[0]!, '"project_id"');
});

test('a service that cannot be reached, and a token that it refuses, are reported each time in full', async () => {
  const wrong = await engines.open({ prefix: 'net-' }, { token: 'no-token-of-anybody' });
  assert.match((await wrong.list()).errors[0]!, /^Could not list the states: The workspace service answered 401/);
  const lost = await openEngines(() => 'http://127.0.0.1:9');
  const offline = await lost.open({ prefix: 'net-' });
  const [first, second] = [(await offline.list()).errors[0]!, (await offline.read('a')).errors[0]!];
  assert.match(first, /^Could not list the states: The workspace service could not be reached \| No server listens at/);
  assert.match(second, /^Could not read the state "a": The workspace service could not be reached \| No server listens at/);
  await lost.close();
});

test('content that is not what was written is refused', async () => {
  const served = createServer((incoming, response) => {
    const path = incoming.url!.split('?')[0]!;
    const address = `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
    const json = (data: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    if (path.endsWith('/workspaces/net-a')) json({ id: 'ws-1', type: 'workspaces', attributes: { name: 'net-a', locked: false } });
    else if (path.endsWith('/current-state-version'))
      json({
        id: 'sv-1',
        attributes: {
          serial: 1,
          md5: 'd41d8cd98f00b204e9800998ecf8427e',
          'hosted-state-download-url': `${address}/content/secret-address`,
        },
      });
    else response.writeHead(200).end('{"serial":1}');
  });
  await new Promise<void>((done) => {
    served.listen(0, '127.0.0.1', done);
  });
  const broken = await openEngines(() => `http://127.0.0.1:${(served.address() as AddressInfo).port}`);
  const reader = await broken.open({ prefix: 'net-' });
  const { errors } = await reader.read('a');
  await broken.close();
  served.closeAllConnections();
  await new Promise((done) => {
    served.close(done);
  });
  assert.equal(errors, [
    'The content of the state "a" is not what was written | The service names the MD5 d41d8cd98f00b204e9800998ecf8427e of its content; ' +
      'what it sent has 831e8c059d3cab92258db45450409e4b.',
  ]);
});

test.run();
