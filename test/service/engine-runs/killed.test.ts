/** A service that is killed while it executes a run. */
// watchdog: 180 s
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ServiceProcess, startProcess } from '../processes.ts';
import { countSleeping, withOwnSleeps } from '../runner/sleeping-processes.ts';
import { connect } from './support.ts';

const suiteOf = suite('a service that is killed while it executes a run');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);

const services: ServiceProcess[] = [];
suiteOf.after(async () => {
  for (const one of services) await one.kill();
});

/** A service that was killed while the apply of a run had made one of two resources, and what is known of it. */
const killDuringApply = async (
  seconds: number,
  others: readonly Record<string, unknown>[],
): Promise<{
  data: string;
  token: string;
  workspace: string;
  run: string;
  waiting: readonly string[];
}> => {
  const data = temporaryFolder();
  const first = await startProcess('--data', data, '--run-jobs');
  services.push(first);
  const token = first.token!;
  const client = connect(first.address, token, async () => undefined);
  const workspace = await client.createWorkspace('web', { 'auto-apply': true });
  const slow = withOwnSleeps(`provisioner "local-exec" { command = "exec sleep ${seconds}" }`);
  await client.upload(workspace, {
    'main.tf': `resource "terraform_data" "a" {}\nresource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n  ${slow}\n}\n`,
  });
  const run = await client.start(workspace);
  const waiting: string[] = [];
  for (const attributes of others) waiting.push(await client.start(workspace, attributes));
  while (countSleeping(`sleep ${seconds}`) === 0) await delay(60);
  await first.kill();
  return { data, token, workspace, run, waiting };
};

test('the run is errored after the restart, what its apply did is the state, the lock is free, and the next run goes on', async () => {
  const { data, token, workspace, run, waiting } = await killDuringApply(8741, [{ 'is-destroy': true }]);
  while (countSleeping('sleep 8741') > 0) await delay(60);

  const second = await startProcess('--data', data, '--run-jobs');
  services.push(second);
  const after = connect(second.address, token, async () => undefined);
  await after.until(run, 'errored');
  assert.match(await after.log(run, 'apply'), /The service that executed this run ended before the run did\./);
  await after.until(waiting[0]!, 'applied');
  const { attributes } = (await after.request(`GET /runs/${waiting[0]}/plan`)).body.data;
  // What was made before the end; the engine had not stored the other resource yet.
  assert.is(attributes['resource-destructions'], 1);
  const { attributes: left } = (await after.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([left.locked, left['resource-count']], [false, 0]);
  assert.is(await second.stop(), 0);
});

test('a restart that runs nothing ends the run and its processes, and stores what its apply did', async () => {
  const { data, token, workspace, run } = await killDuringApply(8742, []);
  const second = await startProcess('--data', data);
  services.push(second);
  const after = connect(second.address, token, async () => undefined);
  await after.until(run, 'errored');
  assert.is(countSleeping('sleep 8742'), 0);
  const { attributes: left } = (await after.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([left.locked, left['resource-count']], [false, 1]);
  assert.is(await second.stop(), 0);
});

suiteOf.run();
