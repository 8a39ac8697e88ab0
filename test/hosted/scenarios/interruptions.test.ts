/** Runs that the service executes are interrupted: while they wait, plan and apply; by a time limit; by the end of the service. */
// watchdog: 300 s
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ServiceProcess, startProcess } from '../../support/service-processes.ts';
import { defineScenarios, type Ended, engines, initialize, type Reaction, readWorkspace, runWith, startScenarios } from './support.ts';

const suiteOf = suite('runs that the service executes are interrupted');
const here = engines.some(({ found }) => found) ? await startScenarios() : undefined;
suiteOf.after(() => here?.close());
const scenario = defineScenarios(suiteOf, here !== undefined);

const apply = ['apply', '-no-color', '-auto-approve'];
const canceled = 'The remote operation was successfully cancelled.';
const waits = 'Waiting for the manually locked workspace to be unlocked';
const act = async (workspace: string, action: 'lock' | 'unlock'): Promise<void> =>
  void (await here!.request('POST', `/workspaces/${(await readWorkspace(here!, workspace)).id}/actions/${action}`, {}));
/** The latest run as soon as it is in this status. */
const untilRun = async (workspace: string, status: string): Promise<void> => {
  const { id } = await readWorkspace(here!, workspace);
  for (;;) {
    const [run] = (await here!.request('GET', `/workspaces/${id}/runs`)).data;
    if (run.attributes.status === status) return;
    assert.not(['errored', 'applied'].includes(run.attributes.status), `${run.attributes.status}, not ${status}`);
    await delay(50);
  }
};

const empty = 'output "o" { value = 1 }\n';

scenario(0, 'Ctrl-C, and -lock-timeout, in a locked workspace; a plan does not wait for the lock', async (engine, way, workspace) => {
  const folder = await initialize(here!, engine, way, workspace, empty);
  await act(workspace, 'lock');
  const planned = await folder.run(['plan', '-no-color', '-lock-timeout=1s']);
  assert.is(planned.code, 0, planned.text);
  assert.match(planned.text, 'Changes to Outputs:\n  + o = 1');
  const stopped = await folder.run(apply, [{ to: waits, interrupt: true }]);
  assert.match(stopped.text, canceled);
  const late = await folder.run([...apply, '-lock-timeout=1s']);
  assert.match(late.text, 'Lock timeout exceeded, sending interrupt to cancel the remote operation.');
  const { id, attributes } = await readWorkspace(here!, workspace);
  const readRuns = async (): Promise<readonly any[]> => (await here!.request('GET', `/workspaces/${id}/runs`)).data;
  // The engine interrupts itself. Where that meets a request of its own, it ends without canceling its run.
  const [last] = await readRuns();
  if (!late.text.includes(canceled)) await here!.request('POST', `/runs/${last.id}/actions/cancel`, {});
  const statuses = (await readRuns()).map((run: any) => run.attributes.status);
  assert.equal([attributes.locked, ...statuses], [true, 'canceled', 'canceled', 'planned_and_finished']);
  const patient = await folder.run([...apply, '-lock-timeout=60s'], [{ to: waits, act: () => act(workspace, 'unlock') }]);
  assert.is(patient.code, 0, patient.text);
  assert.match(patient.text, 'Apply complete! Resources: 0 added, 0 changed, 0 destroyed.');
});

scenario(1, 'Ctrl-C while it plans, and while it applies', async (engine, way, workspace) => {
  const asked: ServerResponse[] = [];
  const server = createServer((_request, response) => void asked.push(response));
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slowPlan = `data "terraform_remote_state" "slow" {\n  backend = "http"\n  config  = { address = "${address}" }\n}\n`;
  const planning = await initialize(here!, engine, way, `${workspace}-p`, slowPlan);
  const interrupted = await planning.run(apply, [{ to: 'slow: Refreshing...', interrupt: true }]);
  assert.ok(interrupted.text.includes(canceled), interrupted.text);
  // A read of the engine is not given up: what it reads has to come to an end.
  for (const response of asked) response.writeHead(404).end();
  await untilRun(`${workspace}-p`, 'canceled');
  server.close();

  const wait = withOwnSleeps('provisioner "local-exec" { command = "exec sleep 8761" }');
  const applying = await initialize(here!, engine, way, workspace, `resource "terraform_data" "a" {\n  ${wait}\n}\n`);
  const stopped = await applying.run(apply, [{ to: 'Provisioning with', interrupt: true }]);
  assert.is(stopped.code, 0, stopped.text);
  assert.match(stopped.text, canceled);
  await untilRun(workspace, 'canceled');
  assert.is((await readWorkspace(here!, workspace)).attributes.locked, false);
});

scenario(2, 'the service is killed in the middle of a log: the command ends, and the next one finds what was made', async (engine) => {
  const data = temporaryFolder();
  const wait = withOwnSleeps('provisioner "local-exec" { command = "exec sleep 8763" }');
  const first = await startProcess('--data', data, '--dialect', 'hosted', '--run-jobs');
  const cliConfiguration = ({ address }: ServiceProcess): string =>
    `host "slipway.test" {\n  services = { "tfe.v2" = "${address}/api/v2/" }\n}\ncredentials "slipway.test" { token = "${first.token}" }\n`;
  const workspaces = 'workspaces {\n      name = "web"\n    }';
  const cloud = `terraform {\n  cloud {\n    hostname     = "slipway.test"\n    organization = "acme"\n    ${workspaces}\n  }\n}\n`;
  const made = 'resource "terraform_data" "a" {}\n';
  const folder = temporaryFolder({
    'main.tf': `${cloud}${made}resource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n  ${wait}\n}\n`,
    'cli.tfrc': cliConfiguration(first),
  });
  const environment = { ...process.env, TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), TF_IN_AUTOMATION: '1' };
  const run = (command: readonly string[], reactions: readonly Reaction[] = []): Promise<Ended> =>
    runWith(engine.path, environment, folder, command, reactions);
  const ready = await run(['init', '-no-color']);
  assert.is(ready.code, 0, ready.text);
  // A read of the log that fails ends the command. Any other request it would try again for six minutes.
  const killed = await run(apply, [
    { to: 'b: Provisioning with', act: () => first.kill() },
    { to: 'There was an error connecting', kill: true },
  ]);
  assert.is.not(killed.code, 0, killed.text);
  const second = await startProcess('--data', data, '--dialect', 'hosted', '--run-jobs');
  writeFileSync(join(folder, 'cli.tfrc'), cliConfiguration(second));
  writeFileSync(join(folder, 'main.tf'), cloud + made);
  const next = await run(apply);
  assert.is(next.code, 0, next.text);
  // OpenTofu writes the state of a local backend every 20 s, Terraform after each resource.
  const left =
    engine.name === 'tofu'
      ? 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.'
      : 'No changes. Your infrastructure matches the configuration.';
  assert.match(next.text, left);
  assert.is((await run(['state', 'list'])).text, 'terraform_data.a\n');
  assert.is(await second.stop(), 0);
});

suiteOf.run();
