/** Plans and applies of workspaces in bubblewrap, by the service and by an agent of an ordinary user. */
// watchdog: 180 s
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../../support/skip.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createAgentPool, startAgentProcess } from '../../../../service/test/agents/agent-process.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../../service/test/engine-runs/support.ts';
import { findBubblewrap, isolated } from '../../../../service/test/runner/isolation/sandboxed.ts';

const all = suite<{ here: EngineRunsTest; data: string }>('runs in bubblewrap');
const { isolation } = await findBubblewrap({ kind: 'full' });
const test = engine.found ? isolated(all) : skipWithReason(all, engine.reason);
if (engine.found && isolation) {
  all.before(async (context) => {
    context.data = temporaryFolder({ 'slipway.key': 'CANARY' });
    const folder = join(context.data, 'jobs');
    context.here = await startEngineRuns({ folder, isolation: { ...isolation, hides: [context.data] } });
  });
  all.after(async ({ here }) => {
    await here.close();
  });
}

const provisioned = (command: string): string =>
  `resource "terraform_data" "a" {\n  provisioner "local-exec" { command = ${JSON.stringify(command)} }\n}\n` +
  `output "o" { value = "made" }\n`;

test('a plan is made and applied, and its log tells the isolation; a command of it sees its own folders only', async ({ here, data }) => {
  const workspace = await here.createWorkspace('web', { 'auto-apply': true });
  await here.setVariable(workspace, { key: 'SECRET', value: 'hunter2', category: 'env' });
  await here.upload(workspace, {
    'main.tf': provisioned(`cat ${data}/slipway.key; ls ${data} ${data}/jobs; echo secret is $SECRET; id -u`),
  });
  const run = await here.start(workspace);
  await here.until(run, 'applied');
  assert.match(await here.log(run, 'plan'), /^.(Terraform|OpenTofu) v\S+, isolation: bubblewrap, network full\non linux_/);
  const log = await here.log(run, 'apply');
  assert.not.match(log, /CANARY/);
  assert.match(log, `cat: ${data}/slipway.key: No such file or directory`);
  assert.match(log, 'secret is hunter2');
  const state = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data;
  assert.equal(
    state.map(({ attributes }: any) => [attributes.name, attributes.value]),
    [['o', 'made']],
  );
  const again = await here.start(workspace, { 'is-destroy': true });
  await here.until(again, 'applied');
});

test('an apply that puts links where the runner reads and writes gets nothing through them', async ({ here, data }) => {
  const workspace = await here.createWorkspace('links', { 'auto-apply': true });
  const state = 'terraform.tfstate.d/links/terraform.tfstate';
  const later = `(sleep 0.5; rm -rf terraform.tfstate.d ../output; ln -s ${data} terraform.tfstate.d; ln -s ${data} ../output)`;
  const command = `${later} & rm -f ${state}; ln -s ${data}/slipway.key ${state}; exit 1`;
  await here.upload(workspace, { 'main.tf': provisioned(command) });
  const run = await here.start(workspace);
  await here.until(run, 'errored').catch(() => undefined);
  assert.not.match(await here.log(run, 'apply'), /CANARY/);
  assert.is(readFileSync(join(data, 'slipway.key'), 'utf8'), 'CANARY');
  const { data: versions } = (await here.request(`GET /workspaces/${workspace}/current-state-version`)).body;
  assert.not.match(JSON.stringify(versions ?? ''), /CANARY/);
});

test('a canceled apply ends in its own time, with its state', async ({ here }) => {
  const workspace = await here.createWorkspace('slow', { 'auto-apply': true });
  const second =
    'resource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n' +
    '  provisioner "local-exec" { command = "echo begun; sleep 30" }\n}\n';
  await here.upload(workspace, { 'main.tf': 'resource "terraform_data" "a" {}\n' + second });
  const run = await here.start(workspace);
  await here.until(run, 'applying');
  while (!(await here.log(run, 'apply')).includes('begun')) await delay(100);
  assert.is((await here.request(`POST /runs/${run}/actions/cancel`, {})).status, 202);
  await here.until(run, 'canceled');
  const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([attributes.locked, attributes['resource-count']], [false, 2], 'what was made is in the state');
});

const asOrdinary = process.getuid?.() === 0 ? test : skipWithReason(all, 'only root becomes another user');
asOrdinary('an agent of an ordinary user isolates its runs, too', async ({ here }) => {
  const { pool, token } = await createAgentPool(here);
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  mkdirSync(join(folder, 'secret'));
  writeFileSync(join(folder, 'secret/file'), 'CANARY');
  const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'env', '--chdir=/tmp', 'TMPDIR=/tmp', `HOME=${folder}`];
  const agent = startAgentProcess(here.address, token, ['--isolation', 'bubblewrap', '--run-network', 'full'], {}, user);
  try {
    const workspace = await here.createWorkspace('far', { 'auto-apply': true, 'execution-mode': 'agent', 'agent-pool-id': pool });
    await here.upload(workspace, { 'main.tf': provisioned(`id -u; cat ${folder}/secret/file; ls -d /proc/[0-9]* | wc -l`) });
    const run = await here.start(workspace);
    await here.until(run, 'applied').catch(async (error: unknown) => {
      throw new Error(`${(error as Error).message}: ${agent.output()} ${await here.log(run, 'plan')}`);
    });
    const log = await here.log(run, 'apply');
    assert.match(log, /\(local-exec\): 65534/);
    assert.not.match(log, /CANARY/);
    assert.match(agent.output(), 'isolation of runs: bubblewrap, network full');
  } finally {
    agent.signal('SIGTERM');
    await agent.over;
  }
});

all.run();
