// watchdog: 240 s
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findEngine } from 'slipway/engine/find-engine';
import {
  startService,
  startSlipway,
  runSlipway,
  withoutDurations,
  type ProgramResult,
  type RunningService,
} from '@slipway/test-support/cli';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway plan, deploy, destroy');
const missing = (() => {
  try {
    findEngine();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();
const real = missing === undefined ? test : skipWithReason(test, missing);

let service: RunningService;
let folder: string;
const serviceEnvironment = () => ({
  SLIPWAY_WORKSPACES_ADDRESS: service.address,
  SLIPWAY_WORKSPACES_TOKEN: service.token!,
  SLIPWAY_WORKSPACES_ORGANIZATION: service.organization,
});
const target = (): string => `Service: ${service.address}, organization slipway, token of the environment\n`;
const run = (args: readonly string[], environment: Record<string, string> = {}): Promise<ProgramResult> =>
  runSlipway(args, { folder, environment: { ...serviceEnvironment(), ...environment } });
const names = async (path: string): Promise<readonly string[]> => {
  const answer = await fetch(`${service.address}/api/v2/organizations/slipway/${path}`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  return ((await answer.json()) as { data: { attributes: { name: string } }[] }).data.map(({ attributes }) => attributes.name).sort();
};

const cdktfJson = '{ "language": "typescript", "app": "node main.js", "projectId": "fixture", "context": { "names": "shared" } }';
test.before(async () => {
  service = await startService('--in-memory');
  folder = temporaryFolder({ 'package.json': '{ "type": "module" }', 'cdktf.json': cdktfJson });
  // Compiled once: most of the commands below run the app. `slipway synth` is tested with the TypeScript itself.
  const main = resolve(import.meta.dirname, 'fixtures/app/main.ts');
  buildSync({ entryPoints: [main], outfile: join(folder, 'main.js'), format: 'esm', logLevel: 'silent' });
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
});
test.after(async () => {
  await service.stop();
});

real('plan shows what would be done, and does nothing', async () => {
  const { code, stdout, stderr } = withoutDurations(await run(['plan', 'base', '--detailed-exitcode']));
  assert.is(stderr, `warn: base/shared: shared is old-fashioned\n${target()}Planned in TIME\n`);
  assert.is(code, 2);
  assert.match(stdout, '# slipway_variable_set.shared will be created');
  assert.match(stdout, 'Plan: 1 to add, 0 to change, 0 to destroy.');
  assert.equal(await names('varsets'), []);
});
real('deploy asks, and where there is nobody to ask does nothing', async () => {
  const { code, stderr } = await run(['deploy', 'base', '--no-synth']);
  assert.is(code, 2);
  assert.match(stderr, 'slipway: Standard input is not a terminal. Pass --auto-approve to continue without a confirmation.\n');
  assert.equal(await names('varsets'), []);
});
real('deploy --auto-approve does it, stack after stack, and shows each message of the engine', async () => {
  const { code, stdout } = await run(['deploy', '--auto-approve']);
  assert.is(code, 0);
  assert.match(stdout, /^base   slipway_variable_set\.shared: Creation complete after \d+s \[id=varset-\w+\]$/m);
  assert.ok(stdout.indexOf('base   Apply complete!') < stdout.indexOf('later  slipway_project.net: Creating...'));
  assert.equal(await names('varsets'), ['shared']);
  assert.equal(await names('projects'), ['Default Project', 'net']);
});
real('the saved plan is gone', () => {
  assert.is(existsSync(join(folder, 'cdktf.out/stacks/base/.terraform/slipway.tfplan')), false);
  assert.is(existsSync(join(folder, 'cdktf.out/stacks/base/cdk.tf.json')), true);
});
real('a second plan says that there are no changes', async () => {
  const { code, stdout } = await run(['plan', '--detailed-exitcode']);
  assert.is(code, 0);
  assert.is(stdout.match(/^(?:base|later) +No changes\./gm)?.length, 2);
});
real('a change of the app is an update', async () => {
  const { code, stdout } = await run(['deploy', 'base', '--auto-approve'], { FIXTURE_DESCRIPTION: 'for some' });
  assert.is(code, 0);
  assert.match(stdout, 'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.');
});
real('a saved plan deploys exactly itself, whatever the app says now, and only once', async () => {
  const planned = await run(['plan', 'base', '--out', 'base.plan'], { FIXTURE_DESCRIPTION: 'as planned' });
  assert.is(planned.code, 0, planned.stderr);
  assert.match(planned.stdout, /\n\nSaved the plan\. To do exactly that: slipway deploy base\.plan\n$/);
  const deployed = await run(['deploy', 'base.plan'], { FIXTURE_DESCRIPTION: 'another' });
  assert.equal([deployed.code, deployed.stderr], [0, target()]);
  assert.match(deployed.stdout, 'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.');
  assert.is((await run(['plan', 'base', '--detailed-exitcode', '--no-synth'])).code, 0);
  const again = await run(['deploy', 'base.plan']);
  assert.is(again.code, 1);
  assert.match(again.stderr, 'Saved plan is stale');
  assert.match(
    again.stderr,
    /^slipway: \w+ could not apply the plan of stack base; see its output above\. What was completed is in the state: plan again\.\n/m,
  );
});
real('a saved plan takes one stack, and no options of a plan', async () => {
  const two = await run(['plan', '--no-synth', '--out', 'two.plan']);
  assert.equal([two.code, existsSync(join(folder, 'two.plan'))], [2, false]);
  assert.match(two.stderr, 'slipway: --out takes one stack. Name it: base, later\n');
  assert.equal(await run(['deploy', 'base.plan', '--target', 'x.y']), {
    code: 2,
    stdout: '',
    stderr: 'slipway: base.plan is a saved plan, which is deployed as it is: --target belongs to `slipway plan`.\n',
  });
});
real('watch plans, and again when a file changes; an error does not end it, Ctrl-C does', async () => {
  const source = (value: string) => `resource "terraform_data" "a" { input = "${value}" }\n`;
  const watchedFolder = temporaryFolder({ 'main.tf': source('one') });
  const watched = startSlipway(['watch'], { folder: watchedFolder, environment: serviceEnvironment() });
  await watched.printed(/"one"[^]*Waiting for changes/);
  writeFileSync(join(watchedFolder, 'main.tf'), source('two'));
  await watched.printed(/changed: main\.tf\n[^]*"two"[^]*Waiting for changes/);
  writeFileSync(join(watchedFolder, 'main.tf'), 'resource');
  await watched.printed(/slipway: (terraform|tofu) init failed for stack [^]*Waiting for changes/);
  assert.is(await watched.stop('SIGINT'), 0);
});
real('plan --check ends with 2 where something is to be done, and writes its reports', async () => {
  const args = ['plan', '--check', '--summary', 'out/plan.md', '--junit', 'out/plan.xml', '--sarif', 'out/plan.sarif'];
  const { code, stdout, stderr } = await run(args, { FIXTURE_DESCRIPTION: 'checked' });
  assert.equal([code, stdout, stderr], [2, '', `warn: base/shared: shared is old-fashioned\n${target()}`]);
  assert.match(readFileSync(join(folder, 'out/plan.md'), 'utf8'), '### base: 1 to update\n\n| Resource | Planned | Changed outside |');
  assert.match(readFileSync(join(folder, 'out/plan.md'), 'utf8'), '### later: no changes\n');
  assert.match(
    readFileSync(join(folder, 'out/plan.xml'), 'utf8'),
    'name="slipway_variable_set.shared" time="0"><failure message="to update"',
  );
  assert.equal(
    (JSON.parse(readFileSync(join(folder, 'out/plan.sarif'), 'utf8')) as { runs: { results: unknown[] }[] }).runs[0]!.results,
    [],
  );
  const calm = await run(['plan', 'base', '--check', '--no-synth', '--json']);
  assert.equal([calm.code, calm.stderr], [2, 'slipway: --check goes with neither --out nor --json.\n']);
});
real('plan --check --refresh-only ends with 2 for what somebody changed outside', async () => {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': 'application/vnd.api+json' };
  const list = await fetch(`${service.address}/api/v2/organizations/slipway/varsets`, { headers });
  const { id } = ((await list.json()) as { data: [{ id: string }] }).data[0];
  const body = JSON.stringify({ data: { type: 'varsets', id, attributes: { description: 'by hand' } } });
  assert.is((await fetch(`${service.address}/api/v2/varsets/${id}`, { method: 'PATCH', headers, body })).status, 200);
  const { code, stdout } = await run(['plan', 'base', '--check', '--refresh-only', '--no-synth']);
  assert.is(code, 2);
  assert.match(stdout, '### base: changes outside\n');
  assert.match(stdout, '| `slipway_variable_set.shared` |  | update |');
});
real('with --json each message of the engine is a line with its stack', async () => {
  const { code, stdout } = await run(['deploy', '--auto-approve', '--json', '--no-synth']);
  assert.is(code, 0);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; stack: string; changes?: { change: number } });
  const summaries = messages.filter(({ type }) => type === 'change_summary');
  assert.equal(
    summaries.map(({ stack, changes }) => [stack, changes?.change]),
    [
      ['base', 1],
      ['base', 1],
      ['later', 0],
    ],
  );
});
real(
  'diff is plan; variables, targets and replacements are those of the engine, whose commands attach to a provider that runs',
  async () => {
    const only = await run(['diff', 'base', '--replace', 'slipway_variable_set.shared', '--parallelism', '3']);
    assert.is(only.code, 0);
    assert.match(only.stdout, '1 to add, 0 to change, 1 to destroy.');
    assert.is(existsSync(join(folder, 'cdktf.out/stacks/base/.terraform/providers')), false, 'none is installed: it runs already');
    const { stdout } = await run(['plan', 'base', '--target', 'slipway_variable_set.other']);
    assert.match(stdout, 'No changes.');
    const none = await run(['plan', 'base', '--var', 'size=3']);
    assert.is(none.code, 1);
    assert.match(none.stdout + none.stderr, /undeclared variable/);
    assert.match((await run(['plan', '--var', 'size'])).stderr, 'Write NAME=VALUE.');
  },
);
real('the engine alone plans in the folder of a stack, with the CLI configuration that is there', () => {
  const stack = join(folder, 'cdktf.out/stacks/base');
  const environment = { ...process.env, ...serviceEnvironment(), TF_CLI_CONFIG_FILE: '.terraform/slipway.tfrc', CHECKPOINT_DISABLE: '1' };
  const engine = (...args: string[]) => spawnSync(findEngine().path, args, { cwd: stack, env: environment, encoding: 'utf8' });
  assert.is(engine('init', '-no-color').status, 0);
  const { status, stdout } = engine('plan', '-no-color', '-detailed-exitcode');
  assert.equal([status, /slipway_variable_set\.shared/.test(stdout)], [2, true]);
  rmSync(join(stack, '.terraform'), { recursive: true });
});
real('list and output show stacks and what they give', async () => {
  assert.equal(await run(['list', '--no-synth']), {
    code: 0,
    stdout: 'base\nlater  after base\n',
    stderr: 'warn: base/shared: shared is old-fashioned\n',
  });
  const { code, stdout } = await run(['output', 'base', '--no-synth', '--json']);
  assert.equal([code, JSON.parse(stdout)], [0, { base: {} }]);
});
real('a stack that the app does not have is named', async () => {
  const { code, stderr } = await run(['plan', 'bass', '--no-synth']);
  assert.is(code, 2);
  assert.match(stderr, "slipway: There is no stack 'bass'. The app has: base, later\n");
});
real('a token that is wrong is told in the words of the service, and nothing is lost', async () => {
  const { code, stdout, stderr } = await run(['plan', 'base'], { SLIPWAY_WORKSPACES_TOKEN: 'not-the-token' });
  assert.is(code, 1);
  assert.match(stdout + stderr, '401');
  assert.not.match(stdout + stderr, 'not-the-token');
  assert.match(stderr, /^slipway: (terraform|tofu) could not plan stack base; see its output above\.\n/m);
  assert.match(readFileSync(join(folder, 'terraform.base.tfstate'), 'utf8'), '"slipway_variable_set"');
});
real('a service that is not there is told', async () => {
  const { code, stdout, stderr } = await run(['plan', 'base'], { SLIPWAY_WORKSPACES_ADDRESS: 'http://127.0.0.1:9' });
  assert.is(code, 1);
  assert.match(`${stdout}${stderr}`.replace(/[\s│]+/g, ' '), 'No server listens at http://127.0.0.1:9 (connection refused)');
});
real('destroy takes the last stack first and leaves nothing', async () => {
  const { code, stdout } = await run(['destroy', '--auto-approve']);
  assert.is(code, 0);
  assert.ok(stdout.indexOf('later  Apply complete!') > 0);
  assert.ok(stdout.indexOf('later  Apply complete!') < stdout.indexOf('base   slipway_variable_set.shared: Destroying...'));
  assert.equal(await names('varsets'), []);
  assert.equal(await names('projects'), ['Default Project']);
});
test.run();
