/** Two services on one PostgreSQL execute the same queue of runs. */
// watchdog: 240 s
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { startPostgres } from '../../support/postgres.ts';
import { schedule } from '../../support/scale.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ServiceProcess, startProcess } from '../../support/service-processes.ts';
import { countSleeping, withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { connect } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite('two services that execute runs');
const server = engine.found ? await startPostgres() : engine.reason;
const test = typeof server === 'string' ? skipWithReason(suiteOf, server) : suiteOf;
const services: ServiceProcess[] = [];
suiteOf.after(async () => {
  for (const one of services) await one.kill();
  if (typeof server !== 'string') await server.stop();
});

const token = 'owner-token-of-the-test';
/** Starts services on one new database. */
const prepare = async (name: string) => {
  if (typeof server === 'string') throw new Error(server);
  const { url } = await server.database(name);
  return async () => {
    const folder = join(temporaryFolder(), 'jobs');
    const words = ['--run-jobs', '--isolation', 'none', '--max-concurrent-jobs', '1', '--jobs-folder', folder, '--token', token];
    const service = await startProcess('--postgres', url, ...words);
    services.push(service);
    return { service, client: connect(service.address, token, async () => undefined) };
  };
};

test('each run is executed once, by one of both; a plan and its apply may be by different ones', async () => {
  const start = await prepare('engine_runs');
  const [first, second] = [await start(), await start()];
  const folder = temporaryFolder();
  const file = join(folder, 'applied');
  writeFileSync(file, '');
  const names = Array.from({ length: schedule(5, 20) }, (_, number) => `w${number}`);
  const command = `echo $TFC_WORKSPACE_NAME >> ${file}`;
  const runs = await Promise.all(
    names.map(async (name, at) => {
      const { client } = at % 2 === 0 ? first : second;
      const workspace = await client.createWorkspace(name, { 'auto-apply': true });
      await client.upload(workspace, {
        'main.tf': `resource "terraform_data" "a" {\n  provisioner "local-exec" { command = "${command}" }\n}\n`,
      });
      return client.start(workspace);
    }),
  );
  for (const run of runs) await second.client.until(run, 'applied');
  assert.equal(readFileSync(file, 'utf8').split('\n').filter(Boolean).sort(), [...names].sort());
  assert.equal([await first.service.stop(), await second.service.stop()], [0, 0]);
});

if (schedule(false, true))
  test('the run of a service that is lost is errored by the other a minute later, and its workspace is free', async () => {
    const start = await prepare('engine_runs_lost');
    const first = await start();
    const workspace = await first.client.createWorkspace('lost', { 'auto-apply': true });
    const slow = withOwnSleeps('provisioner "local-exec" { command = "exec sleep 8749" }');
    await first.client.upload(workspace, { 'main.tf': `resource "terraform_data" "a" {\n  ${slow}\n}\n` });
    const run = await first.client.start(workspace);
    while (countSleeping('sleep 8749') === 0) await delay(20);
    const applying = (await first.client.request(`GET /runs/${run}`)).body.data.attributes.status;
    assert.is(applying, 'applying');
    const second = await start();
    await first.service.kill();
    await second.client.until(run, 'errored');
    assert.is((await second.client.request(`GET /workspaces/${workspace}`)).body.data.attributes.locked, false);
  });

suiteOf.run();
