/** Plans and applies of workspaces in containers of Podman, by the service and by an agent. */
// watchdog: 180 s
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../../../support/skip.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { createAgentPool, startAgentProcess } from '../../../../../service/test/agents/agent-process.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../../../service/test/engine-runs/support.ts';
import { configurePodman, testImage } from '../../../../../service/test/runner/isolation/docker/container-image.ts';
import { contained, findContainers } from '../../../../../service/test/runner/isolation/docker/contained.ts';

const all = suite<{ here: EngineRunsTest; data: string }>('runs in containers of Podman');
const { isolation } = await findContainers({ kind: 'full' });
const test = engine.found ? contained(all) : skipWithReason(all, engine.reason);
if (engine.found && isolation) {
  all.before(async (context) => {
    context.data = temporaryFolder({ 'slipway.key': 'CANARY' });
    const folder = join(context.data, 'jobs');
    context.here = await startEngineRuns({ folder, runMemoryMegabytes: 1024, isolation: { ...isolation, hides: [context.data] } });
  });
  all.after(async ({ here }) => {
    await here.close();
  });
}

/** Prints the limit of a container's memory, of either version of cgroups. */
const memory = 'cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.max';

const provisioned = (command: string): string =>
  `resource "terraform_data" "a" {\n  provisioner "local-exec" { command = ${JSON.stringify(command)} }\n}\n` +
  `output "o" { value = "made" }\n`;

test('a plan is made and applied, and its log tells program and image; a command of it sees its own folders only', async ({
  here,
  data,
}) => {
  const workspace = await here.createWorkspace('web', { 'auto-apply': true });
  await here.setVariable(workspace, { key: 'SECRET', value: 'hunter2', category: 'env' });
  await here.setVariable(workspace, { key: 'DOCKER_HOST', value: 'tcp://192.0.2.1:1', category: 'env' });
  await here.upload(workspace, {
    'main.tf': provisioned(
      `cat ${data}/slipway.key; ls ${data} ${data}/jobs; echo secret is $SECRET, host $DOCKER_HOST; ${memory}; ulimit -v`,
    ),
  });
  const run = await here.start(workspace);
  await here.until(run, 'applied');
  assert.match(
    await here.log(run, 'plan'),
    /^.(Terraform|OpenTofu) v\S+, isolation: docker \(podman, image slipway-test:1\), network full\non linux_/,
  );
  const log = await here.log(run, 'apply');
  assert.not.match(log, /CANARY/);
  assert.match(log, `cat: ${data}/slipway.key: No such file or directory`);
  assert.match(log, /\(local-exec\): 1073741824\b[^]*\(local-exec\): unlimited\b/);
  assert.match(log, 'secret is hunter2, host tcp://192.0.2.1:1');
  const state = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data;
  assert.equal(
    state.map(({ attributes }: any) => [attributes.name, attributes.value]),
    [['o', 'made']],
  );
});

test('a canceled apply ends in its own time, with its state, and leaves no container', async ({ here }) => {
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
  const names = execFileSync('podman', ['ps', '--all', '--format', '{{.Names}}'], { encoding: 'utf8' });
  assert.not.match(names, `.${run}.`);
});

test('an agent puts its runs into containers, too, and says so', async ({ here }) => {
  configurePodman();
  const { pool, token } = await createAgentPool(here);
  const variables = { CONTAINERS_CONF: process.env['CONTAINERS_CONF'] ?? '' };
  const agent = startAgentProcess(here.address, token, ['--isolation', 'docker', '--run-image', testImage], variables);
  try {
    const workspace = await here.createWorkspace('far', { 'auto-apply': true, 'execution-mode': 'agent', 'agent-pool-id': pool });
    await here.upload(workspace, { 'main.tf': provisioned('ls -d /proc/[0-9]* | wc -l') });
    const run = await here.start(workspace);
    await here.until(run, 'applied').catch(async (error: unknown) => {
      throw new Error(`${(error as Error).message}: ${agent.output()} ${await here.log(run, 'plan')}`);
    });
    assert.match(agent.output(), 'isolation of runs: docker (podman, image slipway-test:1), network full');
  } finally {
    agent.signal('SIGTERM');
    await agent.over;
  }
});

all.run();
