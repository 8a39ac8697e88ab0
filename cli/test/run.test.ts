import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, runSlipway, type ProgramResult, type RunningService } from '@slipway/test-support/cli';

const test = suite('slipway run');
let service: RunningService;
let workspace: string;

const run = (...args: string[]): Promise<ProgramResult> =>
  runSlipway(['run', ...args], {
    environment: {
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: service.token!,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'slipway',
    },
  });
const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
  const response = await fetch(`${service.address}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/vnd.api+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
};
const control = async (method: string, path: string, body: unknown): Promise<void> => {
  const response = await fetch(service.address + path, { method, body: JSON.stringify(body) });
  assert.is(response.status, 200);
};
const startRun = async (message: string): Promise<string> => {
  const relationships = { workspace: { data: { type: 'workspaces', id: workspace } } };
  const { data } = await ask('POST', '/runs', { data: { type: 'runs', attributes: { message }, relationships } });
  return data.id as string;
};
/** Waits until a run has a status; the service moves it every 10 ms. */
const waitFor = async (id: string, status: string): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    if ((await ask('GET', `/runs/${id}`)).data.attributes.status === status) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`${id} did not become ${status}`);
};

test.before(async () => {
  service = await startService('--in-memory', '--run-status-milliseconds', '10', '--test-controls');
  const attributes = { name: 'network', 'auto-apply': false };
  workspace = (await ask('POST', '/organizations/slipway/workspaces', { data: { type: 'workspaces', attributes } })).data.id;
  const { data } = await ask('POST', `/workspaces/${workspace}/configuration-versions`, {
    data: { type: 'configuration-versions', attributes: { 'auto-queue-runs': false } },
  });
  const emptyArchive = new Uint8Array(gzipSync(Buffer.alloc(1024)));
  assert.ok((await fetch(data.attributes['upload-url'], { method: 'PUT', body: emptyArchive })).ok);
});
test.after(async () => {
  await service.stop();
});

test('list has the newest first, with status and the first line of the message', async () => {
  assert.equal((await run('list', 'network')).stdout, 'There are no runs.\n');
  const first = await startRun('add the eu subnets\nand more');
  await waitFor(first, 'planned');
  const { code, stdout } = await run('list', 'network');
  assert.is(code, 0);
  assert.match(stdout, new RegExp(`^${first}  planned  \\S+  add the eu subnets\n$`));
  const { code: ended, stdout: done } = await run('discard', first, '--comment', 'too large');
  assert.equal([ended, done], [0, `${first} discarded\n`]);
  const second = await startRun('a smaller one');
  await waitFor(second, 'planned');
  const listed = JSON.parse((await run('list', workspace, '--json')).stdout);
  assert.equal(
    listed.map(({ id, status, message, actions }: any) => [id, status, message, actions]),
    [
      [second, 'planned', 'a smaller one', ['confirm', 'discard']],
      [first, 'discarded', 'add the eu subnets\nand more', []],
    ],
  );
  assert.equal(JSON.parse((await run('list', 'network', '--limit', '1', '--json')).stdout).length, 1);
  await run('discard', second);
});

test('show says what can be done, confirm applies, and the logs can be read', async () => {
  const id = await startRun('widen the net');
  await waitFor(id, 'planned');
  const shown = await run('show', id);
  assert.match(shown.stdout, new RegExp(`^${id}  planned\n  created  \\S+\n  message  widen the net\n`));
  assert.match(shown.stdout, `  next     slipway run confirm ${id}\n           slipway run discard ${id}\n`);
  assert.equal(await run('confirm', id, '--comment', 'reviewed'), {
    code: 0,
    stdout: `${id} confirmed\n`,
    stderr: `Service: ${service.address}, organization slipway, token of the environment\n`,
  });
  await waitFor(id, 'applied');
  const plan = await run('logs', id);
  assert.is(plan.code, 0, plan.stderr);
  assert.match(plan.stdout, 'Plan: ');
  assert.not.match(plan.stdout, /[\u0002\u0003]/);
  const apply = await run('logs', id, '--phase', 'apply', '--follow');
  assert.match(apply.stdout, 'Apply complete!');
  const comments = await ask('GET', `/runs/${id}/comments`);
  assert.equal(
    comments.data.map(({ attributes }: any) => attributes.body),
    ['reviewed'],
  );
});

test('what the status of a run does not permit is said with what it permits', async () => {
  const id = await startRun('too late');
  await waitFor(id, 'planned');
  assert.match((await run('cancel', id)).stderr, `slipway: ${id} is planned: it cannot be canceled (possible now: confirm, discard).\n`);
  await run('discard', id);
  const { code, stderr } = await run('confirm', id);
  assert.is(code, 1);
  assert.match(stderr, `slipway: ${id} is discarded: it cannot be confirmed (nothing can be done to it).\n`);
});

test('cancel ends a run that is under way, and its log with it; force comes after an ordinary cancel', async () => {
  await control('PATCH', '/_local/settings', { run_status_milliseconds: 60_000 });
  const id = await startRun('never mind');
  const following = run('logs', id, '--follow');
  assert.match(
    (await run('cancel', id, '--force')).stderr,
    `slipway: ${id} is pending: it cannot be canceled by force (possible now: cancel).\n`,
  );
  assert.is((await run('cancel', id, '--comment', 'wrong branch')).stdout, `${id} canceled\n`);
  assert.is((await following).code, 0);
  assert.equal(JSON.parse((await run('show', id, '--json')).stdout).status, 'canceled');
});

test('the ID of something else is refused before anything is asked', async () => {
  const { code, stderr } = await run('show', 'ws-1');
  assert.is(code, 2);
  assert.match(stderr, "slipway: 'ws-1' is not the ID of a run (run-…). `slipway run list` prints them.\n");
});

test.run();
