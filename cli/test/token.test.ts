import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway token create');
const secret = /^slipway-[A-Za-z0-9_-]{43}\n$/;
const organizations = async (address: string, token: string): Promise<number> =>
  (await fetch(`${address}/api/v2/organizations/slipway`, { headers: { authorization: `Bearer ${token.trim()}` } })).status;

test('a token made in the data folder opens the service that is started on it', async () => {
  const data = temporaryFolder();
  await (await startService('--data', data)).stop();
  const { code, stdout, stderr } = await runSlipway(['token', 'create', '--data', data]);
  assert.is(stderr, '');
  assert.is(code, 0);
  assert.match(stdout, secret);
  const service = await startService('--data', data);
  assert.is(await organizations(service.address, stdout), 200);
  assert.equal(await runSlipway(['token', 'create', '--data', data]), {
    code: 1,
    stdout: '',
    stderr: `slipway: A running service uses ${data}: pass --address ${service.address}, or stop it.\n`,
  });
  await service.stop();
});
test('a running service makes them for organizations, teams and anyone who asks', async () => {
  const service = await startService('--in-memory');
  const environment = { SLIPWAY_WORKSPACES_TOKEN: service.token! };
  const target = `Service: ${service.address}, organization slipway, token of the environment\n`;
  const ofUser = `Service: ${service.address}, token of the environment\n`;
  for (const owner of ['organization:slipway', 'team:owners', 'user:owner']) {
    const { code, stdout, stderr } = await runSlipway(['token', 'create', '--address', service.address, '--for', owner], { environment });
    assert.is(stderr, owner.startsWith('user:') ? ofUser : target);
    assert.is(code, 0);
    assert.match(stdout, secret);
    assert.is(await organizations(service.address, stdout), 200, owner);
  }
  assert.equal(await runSlipway(['token', 'create', '--address', service.address, '--for', 'team:nobodies'], { environment }), {
    code: 1,
    stdout: '',
    stderr: `${target}slipway: There is no team 'nobodies' in the organization 'slipway', or this token cannot read it.\n`,
  });
  assert.equal(await runSlipway(['token', 'create', '--address', service.address, '--for', 'user:me'], { environment }), {
    code: 1,
    stdout: '',
    stderr:
      `${ofUser}slipway: A running service makes tokens only for the user who asks; ` +
      "SLIPWAY_WORKSPACES_TOKEN belongs to 'owner', not to 'me'.\n",
  });
  await service.stop();
});
test('a folder without a service is reported', async () => {
  assert.equal(await runSlipway(['token', 'create', '--data', '/nowhere/data']), {
    code: 1,
    stdout: '',
    stderr: 'slipway: /nowhere/data does not exist: start `slipway serve` once, or pass --data, --postgres or --address.\n',
  });
});
test('a missing owner is reported', async () => {
  const data = temporaryFolder();
  await (await startService('--data', data)).stop();
  assert.equal(await runSlipway(['token', 'create', '--data', data, '--for', 'team:nobodies']), {
    code: 1,
    stdout: '',
    stderr: "slipway: There is no team 'nobodies' in the organization 'slipway'.\n",
  });
});
test('an owner that cannot be read is an error', async () => {
  assert.equal(await runSlipway(['token', 'create', '--for', 'owner']), {
    code: 2,
    stdout: '',
    stderr: "slipway: option '--for <owner>' argument 'owner' is invalid. Write user:NAME, team:NAME or organization:NAME.\n",
  });
});
test.run();
