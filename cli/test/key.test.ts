import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway key');
const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' });

test('rotate seals a store with a new data key and a new master key, with which it is then served', async () => {
  const folder = temporaryFolder({ 'first.key': 'a1'.repeat(32), 'second.key': 'b2'.repeat(32) });
  const data = join(folder, 'data');
  const [first, second] = [join(folder, 'first.key'), join(folder, 'second.key')];
  const service = await startService('--data', data, '--master-key-file', first);
  const { status } = await fetch(`${service.address}/api/v2/organizations/slipway/ssh-keys`, {
    method: 'POST',
    headers: headers(service.token!),
    body: JSON.stringify({ data: { type: 'ssh-keys', attributes: { name: 'key', value: 'private' } } }),
  });
  assert.is(status, 201);
  await service.stop();
  assert.not(existsSync(join(data, 'slipway.key')));
  assert.equal(
    await runSlipway(['key', 'rotate', '--data', data, '--master-key-command', `cat ${first}`, '--new-master-key-file', second]),
    {
      code: 0,
      stdout: `Sealed ${data} with a new data key and the new master key. Start the service with the new master key.\n`,
      stderr: '',
    },
  );
  assert.equal(await runSlipway(['serve', '--port', '0', '--data', data, '--master-key-file', first]), {
    code: 1,
    stdout: '',
    stderr:
      `slipway: the data directory ${data} is sealed with another master key: pass the key with which it was created, ` +
      'or to which it was rotated (--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY)\n',
  });
  assert.equal(await runSlipway(['key', 'rotate', '--data', data, '--master-key-file', second]), {
    code: 0,
    stdout: `Sealed ${data} with a new data key. The master key is the same.\n`,
    stderr: '',
  });
  await (await startService('--data', data, '--master-key-file', second)).stop();
});
test('two sources of a master key are refused', async () => {
  assert.equal(
    await runSlipway(['serve', '--in-memory', '--master-key-file', 'a'], { environment: { SLIPWAY_MASTER_KEY: 'a1'.repeat(32) } }),
    {
      code: 2,
      stdout: '',
      stderr: 'slipway: Set only one of --master-key-file, --master-key-command and SLIPWAY_MASTER_KEY.\n',
    },
  );
});
test('a folder without a store is refused', async () => {
  assert.equal(await runSlipway(['key', 'rotate', '--data', '/nowhere/data']), {
    code: 1,
    stdout: '',
    stderr: 'slipway: /nowhere/data does not exist: start `slipway serve` once, or pass --data or --postgres.\n',
  });
});

test.run();
