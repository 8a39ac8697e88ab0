import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, runSlipway, type ProgramResult, type RunningService } from '@slipway/test-support/cli';

const test = suite('slipway workspace');
let service: RunningService;
let id: string;

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${service.address}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/vnd.api+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as { data: { id: string; attributes: Record<string, unknown> } };
};
const locked = async () => {
  const {
    data: { attributes },
  } = await ask('GET', `/workspaces/${id}`);
  return [attributes.locked, attributes['locked-reason']];
};
const run = (...args: string[]): Promise<ProgramResult> =>
  runSlipway(['workspace', ...args], {
    environment: {
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: service.token!,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'slipway',
    },
  });

test.before(async () => {
  service = await startService('--in-memory');
  id = (await ask('POST', '/organizations/slipway/workspaces', { data: { type: 'workspaces', attributes: { name: 'network' } } })).data.id;
});
test.after(async () => {
  await service.stop();
});

const target = () => `Service: ${service.address}, organization slipway, token of the environment\n`;

test('lock takes a name and a reason', async () => {
  assert.equal(await run('lock', 'network', '--reason', 'moving house'), { code: 0, stdout: `${id} locked\n`, stderr: target() });
  assert.equal(await locked(), [true, 'moving house']);
});
test('a second lock is refused in the words of the service', async () => {
  const { code, stdout, stderr } = await run('lock', id);
  assert.is(code, 1);
  assert.is(stdout, '');
  assert.ok(stderr.startsWith(target()));
  assert.match(stderr, /^slipway: Could not do workspace lock: .*409/m);
  assert.match(stderr, `Request: POST ${service.address}/api/v2/workspaces/${id}/actions/lock`);
});
test('unlock takes an ID', async () => {
  assert.equal(await run('unlock', id), { code: 0, stdout: `${id} unlocked\n`, stderr: target() });
  assert.equal(await locked(), [false, null]);
});
test('force-unlock opens what is locked', async () => {
  await run('lock', id);
  assert.equal(await run('force-unlock', 'network'), { code: 0, stdout: `${id} unlocked by force\n`, stderr: target() });
  assert.equal((await locked())[0], false);
});
test('list has each workspace with its mode, and a search or a tag selects some', async () => {
  const attributes = { name: 'payments', 'execution-mode': 'remote' };
  const { data } = await ask('POST', '/organizations/slipway/workspaces', { data: { type: 'workspaces', attributes } });
  const tagged = await fetch(`${service.address}/api/v2/workspaces/${data.id}/relationships/tags`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: [{ type: 'tags', attributes: { name: 'eu' } }] }),
  });
  assert.is(tagged.status, 204);
  await run('unlock', 'network');
  assert.equal(await run('list'), {
    code: 0,
    stdout: `${id}  network   local   0 resources\n${data.id}  payments  remote  0 resources\n`,
    stderr: target(),
  });
  assert.is((await run('list', '--search', 'pay')).stdout, `${data.id}  payments  remote  0 resources\n`);
  assert.is((await run('list', '--tag', 'eu')).stdout, `${data.id}  payments  remote  0 resources\n`);
  assert.is((await run('list', '--search', 'nothing')).stdout, 'There are no workspaces.\n');
});
test('show has the facts of one, by name or ID', async () => {
  const shown = await run('show', 'payments');
  assert.match(shown.stdout, /^ws-[A-Za-z0-9]{16} {2}payments\n {2}execution {4}remote\n/);
  assert.match(shown.stdout, / {2}locked {7}no\n {2}resources {4}0\n {2}tags {9}eu\n/);
  const { name, executionMode, locked, tags } = JSON.parse((await run('show', id, '--json')).stdout);
  assert.equal([name, executionMode, locked, tags], ['network', 'local', false, []]);
});
test('a missing workspace is reported', async () => {
  const { code, stderr } = await run('lock', 'netwrok');
  assert.is(code, 1);
  assert.match(stderr, 'No workspace was found at /organizations/slipway/workspaces/netwrok.');
});
test('without a service it says where one is named', async () => {
  assert.equal(await runSlipway(['workspace', 'lock', 'ws-1']), {
    code: 2,
    stdout: '',
    stderr: 'slipway: Where is the service? Pass --address, set SLIPWAY_WORKSPACES_ADDRESS, or run `slipway login`.\n',
  });
});
test.run();
