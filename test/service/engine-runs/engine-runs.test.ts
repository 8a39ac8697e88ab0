/** Runs of workspaces that the engine executes: what a client of the API sees. */
// watchdog: 180 s
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest; folder: string }>('runs that the engine executes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
if (engine.found) {
  suiteOf.before(async (context) => {
    context.folder = temporaryFolder();
    context.here = await startEngineRuns({ folder: context.folder });
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

const web = `variable "color" {}
variable "secret" {}
variable "list" { type = list(string) }
resource "terraform_data" "a" { input = "\${var.color} \${var.secret} \${join("+", var.list)} \${terraform.workspace}" }
resource "terraform_data" "b" {
  triggers_replace = var.color
  provisioner "local-exec" { command = "echo environment $GREETING $PWD; env" }
}
output "o" { value = terraform_data.a.output }
`;

test('a plan waits for its confirmation, holds the lock, and is applied; variables come by precedence, and secrets are masked', async ({
  here,
}) => {
  const workspace = await here.createWorkspace('web', { 'working-directory': 'live/web' });
  await here.setVariable(workspace, { key: 'color', value: 'green', category: 'infra' });
  await here.setVariable(workspace, { key: 'secret', value: 'hunter2-${x}"', category: 'infra', sensitive: true });
  await here.setVariable(workspace, { key: 'list', value: '["a", "b"]', category: 'infra', hcl: true });
  await here.setVariable(workspace, { key: 'GREETING', value: 'hello', category: 'env' });
  // What stands in the archive wins over nothing: the workspace has its own value.
  await here.upload(workspace, { 'live/web/main.tf': web, 'live/web/x.auto.tfvars': 'color = "red"\n', 'live/web/terraform.tfstate': '{' });
  const run = await here.start(workspace, { variables: [{ key: 'color', value: '"blue"' }] });
  const planned = await here.until(run, 'planned');
  assert.equal([planned['has-changes'], planned.actions['is-confirmable']], [true, true]);
  const { attributes: plan } = (await here.request(`GET /runs/${run}/plan`)).body.data;
  assert.equal([plan.status, plan['resource-additions'], plan['resource-changes'], plan['resource-destructions']], ['finished', 2, 0, 0]);
  const lock = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([lock.attributes.locked, lock.relationships['locked-by'].data], [true, { type: 'runs', id: run }]);
  assert.is((await here.request(`POST /workspaces/${workspace}/actions/lock`, {})).status, 409);
  assert.is((await here.request(`POST /runs/${run}/actions/apply`, {})).status, 202);
  await here.until(run, 'applied');
  const log = await here.log(run, 'apply');
  assert.is(log[0], '\u0002');
  assert.is(log.at(-1), '\u0003');
  assert.match(log, /environment hello /);
  assert.match(log, /TFC_WORKSPACE_SLUG=acme\/web/);
  assert.not.match(log, /hunter2|owner-token|SLIPWAY_(?!STANDBY=0)[A-IK-Z]/);
  const { attributes: apply } = (await here.request(`GET /runs/${run}/apply`)).body.data;
  assert.equal([apply.status, apply['resource-additions']], ['finished', 2]);
  const after = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([after.attributes.locked, after.attributes['resource-count']], [false, 2]);
  const outputs = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data;
  assert.equal(
    outputs.map(({ attributes }: any) => [attributes.name, attributes.sensitive, attributes.value]),
    [['o', true, null]],
    'an output that has a secret is sensitive',
  );
  const [{ id }] = outputs;
  assert.is((await here.request(`GET /state-version-outputs/${id}`)).body.data.attributes.value, 'blue hunter2-${x}" a+b web');
});

test('targets, replacements, plan-only, refresh-only, destroy and an apply without changes', async ({ here }) => {
  const workspace = await here.createWorkspace('options', { 'auto-apply': true });
  const files = { 'main.tf': 'resource "terraform_data" "a" {}\nresource "terraform_data" "b" {}\n' };
  await here.upload(workspace, files);
  const counts = async (run: string): Promise<readonly number[]> => {
    const { attributes } = (await here.request(`GET /runs/${run}/plan`)).body.data;
    return ['additions', 'changes', 'destructions'].map((name) => attributes[`resource-${name}`]);
  };
  const speculative = await here.start(workspace, { 'plan-only': true });
  await here.until(speculative, 'planned_and_finished');
  assert.equal(await counts(speculative), [2, 0, 0]);
  const targeted = await here.start(workspace, { 'target-addrs': ['terraform_data.a'] });
  await here.until(targeted, 'applied');
  assert.equal(await counts(targeted), [1, 0, 0]);
  const replaced = await here.start(workspace, { 'replace-addrs': ['terraform_data.a'] });
  await here.until(replaced, 'applied');
  assert.equal(await counts(replaced), [2, 0, 1]);
  await here.until(await here.start(workspace, { 'refresh-only': true }), 'planned_and_finished');
  await here.until(await here.start(workspace, { 'allow-empty-apply': true }), 'applied');
  const destroyed = await here.start(workspace, { 'is-destroy': true });
  await here.until(destroyed, 'applied');
  assert.equal(await counts(destroyed), [0, 0, 2]);
});

test('an apply that fails half way keeps what it did; the run is errored, and the workspace free', async ({ here }) => {
  const workspace = await here.createWorkspace('half', { 'auto-apply': true, 'structured-run-output-enabled': false });
  const failing = 'provisioner "local-exec" { command = "exit 3" }';
  await here.upload(workspace, {
    'main.tf': `resource "terraform_data" "a" {}\nresource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n  ${failing}\n}\n`,
  });
  const run = await here.start(workspace);
  await here.until(run, 'errored');
  assert.match(await here.log(run, 'apply'), /exit status 3/);
  const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([attributes.locked, attributes['resource-count']], [false, 2]);
});

test('a cancellation interrupts the engine, which stores what it did; one that does not stop is ended by force', async ({
  here,
  folder,
}) => {
  const workspace = await here.createWorkspace('slow', { 'auto-apply': true });
  const wait = (trap: string) => `provisioner "local-exec" { command = "${trap}for i in $(seq 600); do sleep 0.1; done" }`;
  const slow = `resource "terraform_data" "a" {}\nresource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n  ${wait('')}\n}\n`;
  await here.upload(workspace, { 'main.tf': slow });
  const run = await here.start(workspace);
  await here.until(run, 'applying');
  while (!(await here.log(run, 'apply')).includes('terraform_data.b: Provisioning')) await delay(60);
  assert.is((await here.request(`POST /runs/${run}/actions/cancel`, {})).status, 202);
  assert.is((await here.request(`POST /runs/${run}/actions/force-cancel`, {})).status, 409);
  await here.until(run, 'canceled');
  const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  assert.equal([attributes.locked, attributes['resource-count']], [false, 2]);
  assert.is((await here.request(`GET /runs/${run}/apply`)).body.data.attributes.status, 'canceled');
  const work = join(folder, 'work');
  const listLeft = (): readonly string[] => readdirSync(work).flatMap((runner) => readdirSync(join(work, runner)));
  while (listLeft().length > 0) await delay(60);
});

test('the log of the plan says which version or program is not there, and that a workspace has no configuration', async ({ here }) => {
  const workspace = await here.createWorkspace('missing', { 'engine-version': '1.4.7' });
  await here.upload(workspace, { 'main.tf': '' });
  const run = await here.start(workspace);
  await here.until(run, 'errored');
  assert.match(await here.log(run, 'plan'), /No engine 1\.4\.7 is installed where this run is executed\. Installed: .*terraform 1\./);
  const chosen = await here.createWorkspace('chosen');
  await here.setVariable(chosen, { key: 'SLIPWAY_ENGINE', value: 'opentofu', category: 'env' });
  await here.upload(chosen, { 'main.tf': '' });
  const refused = await here.start(chosen);
  await here.until(refused, 'errored');
  assert.match(await here.log(refused, 'plan'), /The environment variable SLIPWAY_ENGINE of this workspace is neither /);
  const empty = await here.start(await here.createWorkspace('empty'));
  await here.until(empty, 'errored');
  assert.match(await here.log(empty, 'plan'), /The workspace has no configuration/);
});

test('a workspace that names no version has the newest installed one, of Terraform before OpenTofu', async () => {
  const folder = temporaryFolder({ '1.99.0/terraform': '#!/bin/sh\n', '1.99.9/tofu': '#!/bin/sh\n', '0.12.31/terraform': '#!/bin/sh\n' });
  for (const file of ['1.99.0/terraform', '1.99.9/tofu', '0.12.31/terraform']) chmodSync(join(folder, file), 0o755);
  const here = await startEngineRuns({ enginesFolder: folder });
  const versionOf = async (name: string, attributes: object) =>
    (await here.request(`GET /workspaces/${await here.createWorkspace(name, attributes)}`)).body.data.attributes['engine-version'];
  assert.equal([await versionOf('newest', {}), await versionOf('old', { 'engine-version': '1.4.7' })], ['1.99.0', '1.4.7']);
  await here.close();
});

test('what an archive says of its backend does not take the state away, whatever its file is called', async ({ here }) => {
  const elsewhere = 'terraform {\n  backend "local" {\n    path = "elsewhere.tfstate"\n  }\n}\n';
  const files = {
    'live/main.tf': 'resource "terraform_data" "a" {}\n',
    'live/~zz_override.tf': elsewhere,
    'live/\u00ff_override.tf': elsewhere,
    'live/folder.tf/kept': '',
    'live/~slipway_override.tf/kept': '',
    // As a folder has it in which `init` was run.
    'live/.terraform/terraform.tfstate': JSON.stringify({
      version: 3,
      backend: { type: 'cloud', config: { organization: 'acme' }, hash: 1 },
    }),
    'live/.terraform/environment': 'another',
    file: '',
  };
  const workspace = await here.createWorkspace('elsewhere', { 'auto-apply': true, 'working-directory': 'live' });
  await here.upload(workspace, files);
  await here.until(await here.start(workspace), 'applied');
  assert.is((await here.request(`GET /workspaces/${workspace}`)).body.data.attributes['resource-count'], 1);
  const wrong = await here.createWorkspace('wrong', { 'working-directory': 'file' });
  await here.upload(wrong, files);
  const run = await here.start(wrong);
  await here.until(run, 'errored');
  assert.match(await here.log(run, 'plan'), /The working directory of the workspace is no folder of its configuration\./);
});

test('runs of one workspace follow one another, those of several go on at once, none is lost', async ({ here }) => {
  const files = { 'main.tf': 'resource "terraform_data" "a" { input = uuid() }\n' };
  const [first, second] = [
    await here.createWorkspace('one', { 'auto-apply': true }),
    await here.createWorkspace('two', { 'auto-apply': true }),
  ];
  await Promise.all([first, second].map((workspace) => here.upload(workspace, files)));
  const runs = await Promise.all([first, first, second, second].map((workspace) => here.start(workspace)));
  await Promise.all(runs.map((run) => here.until(run, 'applied')));
  for (const name of ['one', 'two']) {
    const filter = `filter[workspace][name]=${name}&filter[organization][name]=acme`;
    assert.is((await here.request(`GET /state-versions?${filter}`)).body.data.length, 2);
  }
});

suiteOf.run();
