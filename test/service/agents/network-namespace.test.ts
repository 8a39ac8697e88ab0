/** `slipway agent` as on another machine: in a network and with a file system of its own, in which the data folder is not. */
// watchdog: 180 s
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { connect } from '../../../service/test/engine-runs/support.ts';
import { type ServiceProcess, startProcess } from '../../support/service-processes.ts';
import { countSleeping, withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { type AgentProcess, createAgentPool, startAgentProcess } from '../../../service/test/agents/agent-process.ts';

/** A network that only a pair of virtual cables connects with this machine. */
interface Network {
  readonly name: string;
  /** Of this machine, as that network sees it. */
  readonly address: string;
  remove(): void;
}

/** Undefined: this process may create none, or has no `ip`. */
const createNetwork = (): Network | undefined => {
  const name = `slipway-${process.pid}`;
  const [near, far] = [`sw${process.pid}a`, `sw${process.pid}b`];
  const ip = (words: string): void => void execFileSync('ip', words.split(' '), { stdio: 'ignore' });
  const third = process.pid % 250;
  const remove = (): void => {
    for (const words of [`netns del ${name}`, `link del ${near}`])
      try {
        ip(words);
      } catch {
        // With its network went the cable.
      }
  };
  try {
    ip(`netns add ${name}`);
    ip(`link add ${near} type veth peer name ${far}`);
    ip(`link set ${far} netns ${name}`);
    ip(`addr add 10.213.${third}.1/30 dev ${near}`);
    ip(`link set ${near} up`);
    ip(`-n ${name} addr add 10.213.${third}.2/30 dev ${far}`);
    ip(`-n ${name} link set ${far} up`);
    ip(`-n ${name} link set lo up`);
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
  } catch {
    remove();
    return undefined;
  }
  return { name, address: `10.213.${third}.1`, remove };
};

const suiteOf = suite('slipway agent in a network of its own');
const network = engine.found ? createNetwork() : undefined;
const test = network ? suiteOf : skipWithReason(suiteOf, engine.found ? 'this process may create no network' : engine.reason);
const services: ServiceProcess[] = [];
const agents: AgentProcess[] = [];
suiteOf.after(async () => {
  for (const one of agents) one.signal('SIGKILL');
  for (const one of services) await one.kill();
  network?.remove();
});

test('plans, applies, cancels and destroys, where neither the data folder nor another address of the service is reached', async () => {
  const [data, { name, address }] = [temporaryFolder(), network!];
  const service = await startProcess('--data', data, '--host', address, '--run-jobs');
  services.push(service);
  const here = connect(service.address, service.token!, async () => undefined);
  const { pool, token } = await createAgentPool(here);
  // The folder of the service is covered by an empty one, for the agent and all that it starts.
  const hidden = ['ip', 'netns', 'exec', name, 'unshare', '-m', 'sh', '-c', `mount -t tmpfs none '${data}' && exec "$0" "$@"`];
  const agent = startAgentProcess(service.address, token, ['--isolation', 'none'], {}, hidden);
  agents.push(agent);
  const workspace = await here.createWorkspace('far', { 'execution-mode': 'agent', 'agent-pool-id': pool });
  const slow = withOwnSleeps('provisioner "local-exec" { command = "exec sleep 8771" }');
  const look = `provisioner "local-exec" { command = "echo files: $(ls -A ${data}) networks: $(ls /sys/class/net)" }`;
  const first = `resource "terraform_data" "a" {\n  ${look}\n}\n`;
  await here.upload(workspace, { 'main.tf': first });
  const run = await here.start(workspace);
  assert.is((await here.until(run, 'planned'))['has-changes'], true);
  await here.request(`POST /runs/${run}/actions/apply`, {});
  await here.until(run, 'applied');
  const log = await here.log(run, 'apply');
  assert.match(log, /files: networks: lo sw\d+b/, log);

  await here.upload(workspace, { 'main.tf': `${first}resource "terraform_data" "b" {\n  ${slow}\n}\n` });
  const stopped = await here.start(workspace, { 'auto-apply': true });
  while (countSleeping('sleep 8771') === 0) await delay(20);
  assert.is((await here.request(`POST /runs/${stopped}/actions/cancel`, {})).status, 202);
  await here.until(stopped, 'canceled');
  assert.is(countSleeping('sleep 8771'), 0);
  await here.until(await here.start(workspace, { 'is-destroy': true, 'auto-apply': true }), 'applied');
  const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([attributes.locked, attributes['resource-count']], [false, 0]);
  agent.signal('SIGTERM');
  assert.is(await agent.over, 0);
});

suiteOf.run();
