/** A service that is killed while it executes a run. */
// watchdog: 180 s
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ServiceProcess, startProcess } from '../../support/service-processes.ts';
import { findCgroupBases } from '../../../service/src/runner/work-cgroups.ts';
import { countSleeping, withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { connect, type EngineRunsTest } from '../../../service/test/engine-runs/support.ts';

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

const { processes: base } = await findCgroupBases(false);
const withCgroups = engine.found && base === undefined ? skipWithReason(suiteOf, 'this process may create no cgroup') : test;

withCgroups('what left the group and the session of the engine is ended as well, before any restart, and no cgroup stays', async () => {
  const data = temporaryFolder();
  const service = await startProcess('--data', data, '--run-jobs');
  services.push(service);
  const here = connect(service.address, service.token!, async () => undefined);
  const workspace = await here.createWorkspace('away', { 'auto-apply': true });
  const away = withOwnSleeps(`provisioner "local-exec" { command = "setsid env -i sleep 8747 & exec sleep 8748" }`);
  await here.upload(workspace, { 'main.tf': `resource "terraform_data" "a" {\n  ${away}\n}\n` });
  await here.start(workspace);
  while (countSleeping('sleep 8747') * countSleeping('sleep 8748') === 0) await delay(20);
  const id = readFileSync(join(data, 'jobs', 'id'), 'utf8').trim();
  const listGroups = (): readonly string[] => readdirSync(base!).filter((name) => name.startsWith(`slipway.${id}.`));
  assert.is(listGroups().length, 1);
  await service.kill();
  while (countSleeping('sleep 8747') + countSleeping('sleep 8748') + listGroups().length > 0) await delay(20);
});

/** A run in each status in which one can be for long, by the status; both slots are taken by the two that are executed. */
const startRuns = async (before: EngineRunsTest, address: string) => {
  const quick = { 'main.tf': 'resource "terraform_data" "a" {}\n' };
  const create = async (name: string, files?: { readonly [name: string]: string }): Promise<string> => {
    const workspace = await before.createWorkspace(name);
    if (files) await before.upload(workspace, files);
    return workspace;
  };
  const begin = async (name: string, status: string, attributes: object = {}): Promise<string> => {
    const run = await before.start(await create(name, quick), attributes);
    await before.until(run, status);
    return run;
  };
  const applied = await begin('applied', 'applied', { 'auto-apply': true });
  const planned = await begin('planned', 'planned');
  const confirmed = await begin('confirmed', 'planned');
  const saved = await begin('saved', 'planned_and_saved', { 'save-plan': true });
  const slow = withOwnSleeps('provisioner "local-exec" { command = "exec sleep 8746" }');
  const silent = `data "terraform_remote_state" "a" {\n  backend = "http"\n  config  = { address = "${address}" }\n}\n`;
  const withProvisioner = await create('applying', { 'main.tf': `resource "terraform_data" "a" {\n  ${slow}\n}\n` });
  const withSilence = await create('planning', { 'main.tf': silent });
  const applying = await before.start(withProvisioner, { 'auto-apply': true });
  while (countSleeping('sleep 8746') === 0) await delay(20);
  const planning = await before.start(withSilence);
  await before.until(planning, 'planning');
  const queued = await before.start(await create('queued', quick));
  assert.is((await before.request(`POST /runs/${confirmed}/actions/apply`, {})).status, 202);
  const empty = await create('fetching');
  const row = `POST /workspaces/${empty}/configuration-versions`;
  const { data: version } = (await before.request(row, { data: { type: 'configuration-versions', attributes: {} } })).body;
  const fetching = await before.start(empty, {}, version.id);
  const upload = new URL(version.attributes['upload-url']).pathname;
  return { quick, upload, runs: { applied, planned, confirmed, saved, applying, planning, queued, fetching } };
};

test('whatever a run was at: what was executed is errored, what waited goes on, what was over stays', async () => {
  const data = temporaryFolder();
  const first = await startProcess('--data', data, '--run-jobs', '--max-concurrent-jobs', '2');
  services.push(first);
  const token = first.token!;
  const before = connect(first.address, token, async () => undefined);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { quick, upload, runs } = await startRuns(before, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const read = async ({ request }: typeof before): Promise<object> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(runs).map(async ([name, run]) => [name, (await request(`GET /runs/${run}`)).body.data.attributes.status]),
      ),
    );
  assert.equal(await read(before), {
    applied: 'applied',
    planned: 'planned',
    confirmed: 'apply_queued',
    saved: 'planned_and_saved',
    applying: 'applying',
    planning: 'planning',
    queued: 'plan_queued',
    fetching: 'fetching',
  });
  await first.kill();
  server.close();

  const second = await startProcess('--data', data, '--run-jobs', '--max-concurrent-jobs', '2');
  services.push(second);
  const after = connect(second.address, token, async () => undefined);
  await after.until(runs.applying, 'errored');
  await after.until(runs.planning, 'errored');
  await after.until(runs.queued, 'planned');
  await after.until(runs.confirmed, 'applied');
  assert.is((await fetch(second.address + upload, { method: 'PUT', body: await after.pack(quick) })).status, 200);
  await after.until(runs.fetching, 'planned');
  for (const run of [runs.planned, runs.saved]) {
    assert.is((await after.request(`POST /runs/${run}/actions/apply`, {})).status, 202);
    await after.until(run, 'applied');
  }
  const { data: workspaces } = (await after.request('GET /organizations/acme/workspaces?sort=name')).body;
  assert.equal(
    workspaces.map(({ attributes }: any) => [attributes.name, attributes.locked, attributes['resource-count']]),
    [
      ['applied', false, 1],
      ['applying', false, 0],
      ['confirmed', false, 1],
      ['fetching', true, 0],
      ['planned', false, 1],
      ['planning', false, 0],
      ['queued', true, 0],
      ['saved', false, 1],
    ],
  );
});

suiteOf.run();
