import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serving, slipway } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const test = suite('slipway serve');
const account = async (address: string, token: string | null): Promise<number> =>
  (await fetch(`${address}/api/v2/account/details`, { headers: { authorization: `Bearer ${token}` } })).status;

test('its first token opens it, and is told once', async () => {
  const data = temporaryFolder();
  const first = await serving('--data', data);
  assert.is(await account(first.address, first.token), 200);
  assert.is(await account(first.address, 'another'), 401);
  assert.is(await first.stop(), 0);
  const second = await serving('--data', data);
  assert.is(second.token, null);
  assert.is(await account(second.address, first.token), 200);
  await second.stop();
});
test('it listens on loopback', async () => {
  const service = await serving('--in-memory');
  assert.match(service.address, /^http:\/\/127\.0\.0\.1:\d+$/);
  await service.stop();
});
test('a data folder in use is refused', async () => {
  const data = temporaryFolder();
  const service = await serving('--data', data);
  const { code, stdout, stderr } = await slipway(['serve', '--port', '0', '--data', data]);
  await service.stop();
  assert.is(code, 1);
  assert.is(stdout, '');
  assert.match(stderr, new RegExp(`^slipway: the data directory ${data} is in use by process \\d+: stop it, or choose another directory\n$`));
});
test('a port in use is refused', async () => {
  const service = await serving('--in-memory');
  const { port } = new URL(service.address);
  assert.equal(await slipway(['serve', '--in-memory', '--port', port]),
    { code: 1, stdout: '', stderr: `slipway: Port ${port} of 127.0.0.1 is taken. Pass --port with another, or --port 0 for any free one.\n` });
  await service.stop();
});
test('a malformed seed file is refused with file and line', async () => {
  const folder = temporaryFolder({ 'seed.yaml': 'organizations:\n  - name: acme\n    projets: []\n' });
  const { code, stderr } = await slipway(['serve', '--in-memory', '--port', '0', '--seed', 'seed.yaml'], { folder });
  assert.is(code, 1);
  assert.match(stderr, /^slipway: .*seed\.yaml:3: /);
});
test('an address of another machine is refused', async () => {
  assert.equal(await slipway(['serve', '--in-memory', '--host', '192.0.2.1']),
    { code: 1, stdout: '', stderr: 'slipway: 192.0.2.1 is not an address of this machine.\n' });
});
test.run();
