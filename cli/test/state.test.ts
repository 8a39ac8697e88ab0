import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, runSlipway, type ProgramResult, type RunningService } from '@slipway/test-support/cli';

const test = suite('slipway state');
let service: RunningService;

const run = (...args: string[]): Promise<ProgramResult> =>
  runSlipway(args, {
    environment: {
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: service.token!,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'slipway',
    },
  });
const stateFile = (serial: number, blocks: Record<string, object>): string =>
  JSON.stringify({
    version: 4,
    serial,
    lineage: 'l',
    outputs: { region: { value: 'eu', type: 'string' }, key: { value: `hidden-${serial}`, type: 'string', sensitive: true } },
    resources: Object.entries(blocks).map(([name, attributes]) => ({
      mode: 'managed',
      type: 'terraform_data',
      name,
      provider: 'provider["terraform.io/builtin/terraform"]',
      instances: [{ attributes }],
    })),
  });
const write = async (serial: number, blocks: Record<string, object>): Promise<void> => {
  const response = await fetch(`${service.address}/api/v2/organizations/slipway/workspaces/net/state`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`x:${service.token}`).toString('base64')}`, 'content-type': 'application/json' },
    body: stateFile(serial, blocks),
  });
  assert.is(response.status, 200);
};

test.before(async () => {
  service = await startService('--in-memory');
  assert.match((await run('workspace', 'create', 'net')).stdout, /^ws-[A-Za-z0-9]{16} created\n$/);
  await write(1, { a: { input: 'secret-value' }, b: {} });
  await write(2, { a: { input: 'other-value' }, c: {} });
});
test.after(async () => {
  await service.stop();
});

test('list has the newest first', async () => {
  const { code, stdout } = await run('state', 'list', 'net', '--json');
  assert.is(code, 0);
  assert.equal(
    JSON.parse(stdout).map(({ serial, resources, status, lineage }: any) => [serial, resources, status, lineage]),
    [
      [2, 2, 'finalized', 'l'],
      [1, 2, 'finalized', 'l'],
    ],
  );
  assert.not.match(stdout, 'download');
});
test('show and diff name what is there and what differs, and no value of a resource', async () => {
  const shown = await run('state', 'show', 'net', '1');
  assert.match(
    shown.stdout,
    new RegExp(
      '^serial 1, sv-\\w+, \\S+, lineage l\n' +
        ' {2}terraform_data\\.a\n {2}terraform_data\\.b\n {2}output region = "eu"\n {2}output key = \\(sensitive\\)\n$',
    ),
  );
  assert.equal(await run('state', 'diff', 'net', '1'), {
    code: 0,
    stdout: '+ terraform_data.c\n- terraform_data.b\n~ terraform_data.a: input\n~ output key\n',
    stderr: `Service: ${service.address}, organization slipway, token of the environment\n`,
  });
});
test('restore makes an earlier version the current one, unless somebody holds the lock', async () => {
  assert.match((await run('state', 'restore', 'net', '1')).stdout, /^sv-\w+ is the current state version, serial 3\n$/);
  assert.is((await run('state', 'diff', 'net', '1', '3')).stdout, 'No differences.\n');
  await run('workspace', 'lock', 'net');
  const { code, stderr } = await run('state', 'restore', 'net', '2');
  assert.is(code, 1);
  assert.match(stderr, 'the workspace is already locked: it is locked by User owner');
  assert.match((await run('state', 'show', 'net', '9')).stderr, 'The workspace net has no state version 9. `slipway state list net` lists');
});
test.run();
