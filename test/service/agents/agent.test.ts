/** `slipway agent` with the engine: a process of its own, which has nothing of the service but its address and a token. */
// watchdog: 180 s
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createCertificate, startTlsFront } from '../../hosted/support/tls-front.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';
import { countSleeping, withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { type AgentProcess, createAgentPool, startAgentProcess } from '../../../service/test/agents/agent-process.ts';

interface AgentTest {
  here: EngineRunsTest;
  pool: string;
  token: string;
  folder: string;
  agent: AgentProcess;
}
const suiteOf = suite<AgentTest>('slipway agent');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);

if (engine.found) {
  suiteOf.before(async (context) => {
    const here = (context.here = await startEngineRuns({}, { dialect: 'hosted', settings: { publicUrl: 'https://slipway.invalid' } }));
    Object.assign(context, await createAgentPool(here), { folder: temporaryFolder() });
    const args = ['--jobs-folder', context.folder, '--name', 'far-builder', '--max-concurrent-jobs', '2'];
    context.agent = startAgentProcess(here.address, context.token, args);
  });
  suiteOf.after(async ({ here, agent }) => {
    agent.signal('SIGKILL');
    await agent.over;
    await here.close();
  });
}

const createWorkspace = ({ here, pool }: AgentTest, name: string, attributes: object = {}): Promise<string> =>
  here.createWorkspace(name, { 'execution-mode': 'agent', 'agent-pool-id': pool, ...attributes });
const listAgents = async ({ here, pool }: AgentTest): Promise<readonly any[]> =>
  (await here.request(`GET /agent-pools/${pool}/agents`)).body.data.map(({ attributes }: any) => attributes);
const untilSleeping = async (command: string, count: number): Promise<void> => {
  while (countSleeping(command) !== count) await delay(60);
};

const web = `variable "secret" {}
data "terraform_remote_state" "network" {
  backend = "remote"
  config = {
    hostname     = "slipway.invalid"
    organization = "acme"
    workspaces   = { name = "network" }
  }
}
resource "terraform_data" "a" {
  input = "\${data.terraform_remote_state.network.outputs.color} \${var.secret}"
  provisioner "local-exec" { command = "echo in $PWD; env; cat /proc/$PPID/environ | tr '\\\\0' '\\\\n'" }
}
output "made" { value = data.terraform_remote_state.network.outputs.color }
`;

test('plans and applies in its own folder; log, plan and state come to the service, and its token does not', async (context) => {
  const { here, token, folder } = context;
  const network = await here.createWorkspace('network', { 'auto-apply': true, 'global-remote-state': true });
  await here.upload(network, { 'main.tf': 'output "color" { value = "green" }\n' });
  await here.until(await here.start(network), 'applied');
  const workspace = await createWorkspace(context, 'web');
  await here.setVariable(workspace, { key: 'secret', value: 'hunter2-secret', category: 'terraform', sensitive: true });
  await here.upload(workspace, { 'main.tf': web });
  const run = await here.start(workspace);
  assert.is((await here.until(run, 'planned'))['has-changes'], true);
  const { attributes: plan } = (await here.request(`GET /runs/${run}/plan`)).body.data;
  assert.equal([plan.status, plan['resource-additions']], ['finished', 1]);
  assert.is((await here.request(`POST /runs/${run}/actions/apply`, {})).status, 202);
  await here.until(run, 'applied');
  const log = await here.log(run, 'apply');
  assert.ok(log.includes(`in ${folder}/work/`), 'the folder of the agent');
  assert.equal([log[0], log.at(-1), log.includes('hunter2-secret'), log.includes(token)], ['\u0002', '\u0003', false, false]);
  const { data: outputs } = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body;
  assert.is(outputs[0].attributes.value, 'green');
  const { attributes: after } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([after.locked, after['resource-count']], [false, 1]);
});

const slow = (seconds: number): string =>
  `resource "terraform_data" "a" {}\nresource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n` +
  `  ${withOwnSleeps(`provisioner "local-exec" { command = "exec sleep ${seconds}" }`)}\n}\n`;

test('its pool shows it at work; a cancellation interrupts what it runs, and what was made is the state', async (context) => {
  const { here } = context;
  const workspace = await createWorkspace(context, 'slow', { 'auto-apply': true });
  await here.upload(workspace, { 'main.tf': slow(8751) });
  const run = await here.start(workspace);
  await untilSleeping('sleep 8751', 1);
  assert.equal(
    (await listAgents(context)).map(({ name, status }) => [name, status]),
    [['far-builder', 'busy']],
  );
  assert.is((await here.request(`POST /runs/${run}/actions/cancel`, {})).status, 202);
  await here.until(run, 'canceled');
  assert.is(countSleeping('sleep 8751'), 0);
  const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([attributes.locked, attributes['resource-count'], (await listAgents(context))[0].status], [false, 2, 'idle']);
});

test('a wrong token, and no token, end it with a sentence', async ({ here }) => {
  const wrong = startAgentProcess(here.address, 'none-of-these');
  assert.equal(
    [await wrong.over, wrong.output().replace(/^\S+ isolation of runs: .+\n/, '')],
    [1, 'slipway: The agent has ended: the service does not know the token of this agent.\n'],
  );
  const none = startAgentProcess(here.address, '');
  assert.is(await none.over, 2);
  assert.match(none.output(), /An agent needs the token of its pool: --token-file/);
});

test('killed, it loses its run: errored once, with what was made as the state; others take the next run, over TLS', async (context) => {
  const { here, agent, token } = context;
  const workspace = await createWorkspace(context, 'lost', { 'auto-apply': true });
  await here.upload(workspace, { 'main.tf': slow(8752) });
  const run = await here.start(workspace);
  await untilSleeping('sleep 8752', 1);
  const waiting = await here.start(workspace, { 'is-destroy': true });
  // The agent hands on the state that its apply has written so far.
  await delay(3000);
  agent.signal('SIGKILL');
  await agent.over;
  await untilSleeping('sleep 8752', 0);
  await here.moveClock(60_001);
  assert.match(await here.until(run, 'applied').catch(String), /the run is errored/);
  assert.match(await here.log(run, 'apply'), /The agent that executed this run has not reported for a minute\./);
  assert.is((await listAgents(context))[0].status, 'unknown');

  const files = createCertificate();
  const front = files && (await startTlsFront(here.address, files));
  const trust: { readonly [name: string]: string } = files ? { NODE_EXTRA_CA_CERTS: files.certificate } : {};
  const next = startAgentProcess(front ? `https://${front.host}/` : here.address, token, ['--single'], trust);
  await here.until(waiting, 'planned', 'confirmed', 'apply_queued', 'applying', 'applied');
  assert.is(await next.over, 0);
  await front?.close();
  const last = startAgentProcess(here.address, token);
  await here.until(waiting, 'applied');
  const { attributes: destroyed } = (await here.request(`GET /runs/${waiting}/apply`)).body.data;
  assert.is(destroyed['resource-destructions'], 1, 'what was made before the end');
  last.signal('SIGTERM');
  assert.is(await last.over, 0);
  assert.equal(
    (await listAgents(context)).map(({ status }) => status),
    ['unknown', 'exited', 'exited'],
  );
});

suiteOf.run();
