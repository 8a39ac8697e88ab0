import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEngines, openStates, stateOf, type StateEngine, token } from './support.ts';

const test = suite('states in workspaces, by a state store');
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

const workspaceOf = async (name: string) => (await states.request('GET', `/organizations/acme/workspaces/${name}`)).data;
const versionsOf = async (name: string) =>
  (await states.request('GET', `/state-versions?filter[organization][name]=acme&filter[workspace][name]=${name}`)).data;

test('the life of a state: locked, written, read, listed, unlocked and deleted', async () => {
  assert.equal(await engine.list(), { ids: [], errors: [] });
  assert.equal(await engine.read('prod'), { state: Buffer.alloc(0), errors: [], chunks: 0 });
  const lock = await engine.lock('prod');
  assert.equal(lock.errors, []);
  assert.match(lock.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  const locked = await workspaceOf('net-prod');
  assert.equal(
    [locked.attributes.locked, locked.attributes['locked-reason'], locked.attributes['execution-mode']],
    [true, `state store: OperationTypeApply (lock ID ${lock.id})`, 'local'],
  );
  assert.equal(await engine.write('prod', stateOf(1)), []);
  assert.is((await engine.read('prod')).state.toString(), stateOf(1));
  assert.equal(await engine.unlock('prod', lock.id), []);
  assert.is((await workspaceOf('net-prod')).attributes.locked, false);
  assert.equal(await engine.list(), { ids: ['prod'], errors: [] });
  assert.equal(await engine.remove('prod'), []);
  assert.equal([(await engine.list()).ids, (await engine.read('prod')).chunks], [[], 0]);
  assert.equal(await engine.remove('prod'), []);
});

test('bytes come back as they were written: white space, order, escapes and characters of all planes', async () => {
  const text = '{ "serial" :1e0,\t"version": 4,\n "lineage":"l", "outputs": {"a": {"value": "\\u00e4ä 😀 \\/", "type": "string"}} }\n\n';
  assert.equal(await engine.write('bytes', text), []);
  assert.is((await engine.read('bytes')).state.toString('hex'), Buffer.from(text).toString('hex'));
});

test('a large state is uploaded beside the request, and comes back in chunks', async () => {
  const state = stateOf(1, { outputs: { filler: { type: 'string', value: 'ä'.repeat(150_000) } }, padding: 'x'.repeat(3_000_000) });
  const other = await engines.open({ prefix: 'net-' });
  assert.equal(await other.configure({ prefix: 'net-' }, 1_000_000), []);
  const { id } = await other.lock('large');
  engines.logged.length = 0;
  assert.equal(await other.write('large', state, 1_000_000), []);
  assert.equal(
    engines.logged.map(({ method, path, status }) => `${method} ${path.replace(/ws-\w+/, 'ws')} ${status}`),
    ['GET /api/v2/organizations/acme/workspaces/net-large?include=locked_by 200', 'POST /api/v2/workspaces/ws/state-versions 201'],
  );
  assert.equal(await other.unlock('large', id), []);
  const read = await other.read('large');
  assert.equal([read.errors, read.chunks], [[], 4]);
  const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  assert.is(sum(read.state), sum(Buffer.from(state)));
  const [version] = await versionsOf('net-large');
  assert.equal([version.attributes.status, version.attributes.size], ['finalized', Buffer.byteLength(state)]);
});

test('each write is a state version, with the serial and the lineage of the state', async () => {
  const { id } = await engine.lock('versions');
  for (const serial of [1, 2, 3]) assert.equal(await engine.write('versions', stateOf(serial)), []);
  await engine.unlock('versions', id);
  assert.equal(
    (await versionsOf('net-versions')).map(({ attributes }: any) => [attributes.serial, attributes.lineage]),
    [3, 2, 1].map((serial) => [serial, 'b8f1f7a0-0000-4000-8000-000000000001']),
  );
});

test('under its lock an engine may write an older state on purpose; without, only a newer one', async () => {
  const { id } = await engine.lock('older');
  for (const serial of [7, 3]) assert.equal(await engine.write('older', stateOf(serial)), [], String(serial));
  await engine.unlock('older', id);
  assert.is((await engine.read('older')).state.toString(), stateOf(3));
  const [refused, ...more] = await engine.write('older', stateOf(2));
  assert.match(refused!, 'Could not write the state "older": The workspace service answered 409: the serial 2 is not above');
  assert.equal(more, []);
  assert.equal(await engine.write('older', stateOf(4)), []);
  assert.is((await workspaceOf('net-older')).attributes.locked, false);
});

test('an engine whose lock was broken overwrites nothing', async () => {
  const { id } = await engine.lock('broken');
  await engine.write('broken', stateOf(5));
  const workspace = (await workspaceOf('net-broken')).id;
  await states.request('POST', `/workspaces/${workspace}/actions/force-unlock`);
  const other = await engines.open({ prefix: 'net-' });
  const second = await other.lock('broken');
  assert.equal(await other.write('broken', stateOf(6)), []);
  assert.match((await engine.write('broken', stateOf(6, { outputs: { lost: { type: 'string', value: 'x' } } })))[0]!, 'answered 409');
  assert.is((await engine.read('broken')).state.toString(), stateOf(6));
  const [error] = await engine.unlock('broken', id);
  assert.match(error!, `The state "broken" is locked with another ID | There is no lock with the ID ${id}.`);
  assert.equal(await other.unlock('broken', second.id), []);
});

test('what is no state is refused without a request, and the message has nothing of it', async () => {
  engines.logged.length = 0;
  for (const text of ['secret-canary', '{"secret-canary": 1}', '{"serial": "secret-canary"}', '{"serial": -1}', '[1]'])
    assert.match(
      (await engine.write('nonsense', text)).join(),
      /^The engine wrote something that is no state \| Expected JSON with a whole number as `serial`\. Nothing was stored\.(?!.*canary)/,
    );
  assert.match((await engine.write('nonsense', Buffer.from([0xff, 0xfe, 0x7b]))).join(), 'something that is no state');
  assert.equal(engines.logged, []);
});

test('no log, no error and no address of a state has a part of one', async () => {
  engines.logged.length = 0;
  const { id } = await engine.lock('quiet');
  assert.equal(await engine.write('quiet', stateOf(1, { outputs: { password: { type: 'string', value: 'canary-123456' } } })), []);
  await engine.read('quiet');
  await engine.unlock('quiet', id);
  assert.ok(engines.logged.length >= 5);
  assert.not.match(JSON.stringify(engines.logged), /canary|\/download\/|\/upload\//);
});

test('the hosted dialect does the same', async () => {
  const hosted = await engines.open({ prefix: 'hosted-' }, { dialect: 'hosted', token });
  const { id, errors } = await hosted.lock('prod');
  assert.equal(errors, []);
  const large = stateOf(2, { padding: 'x'.repeat(1_500_000) });
  for (const state of [stateOf(1), large]) assert.equal(await hosted.write('prod', state), []);
  assert.equal(await hosted.unlock('prod', id), []);
  assert.is((await hosted.read('prod')).state.toString().length, large.length);
  assert.equal(await hosted.list(), { ids: ['prod'], errors: [] });
  assert.equal(await hosted.remove('prod'), []);
});

test.run();
