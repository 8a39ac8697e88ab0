/** Applies that the service executes: with each answer of a person, also of another one, and those that fail. */
// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { schedule } from '../../support/scale.ts';
import { defineScenarios, engines, initialize, readWorkspace, startScenarios } from './support.ts';

const suiteOf = suite('applies that the service executes, as an engine shows them');
const here = engines.some(({ found }) => found) ? await startScenarios() : undefined;
suiteOf.after(() => here?.close());

const scenario = defineScenarios(suiteOf, here !== undefined);
const resource = 'resource "terraform_data" "a" {\n  input = terraform.workspace\n}\noutput "o" {\n  value = terraform_data.a.output\n}\n';
const apply = ['apply', '-no-color'];
const question = 'Enter a value:';

scenario(0, 'no, yes, output, no changes, destroy', async (engine, way, workspace) => {
  const folder = await initialize(here!, engine, way, workspace, resource);
  const refused = await folder.run(apply, [{ to: question, answer: 'no' }]);
  assert.is(refused.code, 1);
  assert.match(refused.text, 'Apply discarded.');
  const created = '  # terraform_data.a will be created\n  + resource "terraform_data" "a" {\n      + id     = (known after apply)\n';
  assert.match(refused.text, created);
  const applied = await folder.run(apply, [{ to: question, answer: 'yes' }]);
  assert.is(applied.code, 0, applied.text);
  assert.match(applied.text, 'Plan: 1 to add, 0 to change, 0 to destroy.');
  assert.match(applied.text, 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
  assert.is((await folder.run(['output', '-no-color'])).text, `o = "${workspace}"\n`);
  const settled = await folder.run(apply);
  assert.is(settled.code, 0, settled.text);
  assert.match(settled.text, 'No changes. Your infrastructure matches the configuration.');
  const destroyed = await folder.run(['destroy', '-auto-approve', '-no-color']);
  assert.ok(destroyed.text.includes('Apply complete! Resources: 0 added, 0 changed, 1 destroyed.'), destroyed.text);
  assert.is((await readWorkspace(here!, workspace)).attributes['resource-count'], 0);
});

scenario(1, 'confirmed, or discarded, by somebody else while it asks', async (engine, way, workspace) => {
  const folder = await initialize(here!, engine, way, workspace, resource);
  const elsewhere = (action: string) => async () => {
    const [run] = (await here!.request('GET', `/workspaces/${(await readWorkspace(here!, workspace)).id}/runs`)).data;
    await here!.request('POST', `/runs/${run.id}/actions/${action}`, {});
  };
  const discarded = await folder.run(apply, [{ to: question, act: elsewhere('discard') }]);
  assert.is(discarded.code, 1);
  assert.match(discarded.text, 'discarded using the UI or API');
  assert.is((await readWorkspace(here!, workspace)).attributes['resource-count'], 0);
  const confirmed = await folder.run(apply, [{ to: question, act: elsewhere('apply') }]);
  assert.is(confirmed.code, 0, confirmed.text);
  assert.match(confirmed.text, 'approved using the UI or API');
  assert.match(confirmed.text, 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
});

scenario(2, 'two people at once, one with backend "remote", wait for one another', async (engine, way, workspace) => {
  const mine = await initialize(here!, engine, way, workspace, resource);
  const yours = await initialize(here!, engine, way, workspace, resource, 'backend "remote"');
  const both = await Promise.all([mine, yours].map((folder) => folder.run([...apply, '-auto-approve'])));
  assert.equal(
    both.map(({ code }) => code),
    [0, 0],
  );
  const added = both.filter(({ text }) => text.includes('Resources: 1 added, 0 changed, 0 destroyed.'));
  assert.is(added.length, 1, both.map(({ text }) => text).join('\n'));
});

scenario(3, 'a plan that fails; an apply that fails half way keeps what it made', async (engine, way, workspace) => {
  const half =
    'variable "path" { default = "main.tf" }\nresource "terraform_data" "a" { input = file(var.path) }\n' +
    'resource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n' +
    '  provisioner "local-exec" {\n    command = "exit 3"\n  }\n}\n';
  const folder = await initialize(here!, engine, way, workspace, half);
  const plan = await folder.run(['plan', '-no-color', '-var', 'path=none.tf']);
  assert.is(plan.code, 1);
  assert.match(plan.text, 'Error: Invalid function argument');
  assert.match(plan.text, 'no file exists at');
  const failed = await folder.run([...apply, '-auto-approve']);
  assert.is(failed.code, 1);
  assert.ok(failed.text.includes('terraform_data.a: Creation complete'), failed.text);
  assert.match(failed.text, 'Error: local-exec provisioner error');
  assert.is((await folder.run(['state', 'list'])).text, 'terraform_data.a\nterraform_data.b\n');
  const { locked, 'resource-count': count } = (await readWorkspace(here!, workspace)).attributes;
  assert.equal([locked, count], [false, 2]);
});

scenario(
  4,
  'backend "remote" prints what a local run prints: a plan, an apply, a destroy, and what fails',
  async (engine, way, workspace) => {
    const broken =
      'resource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n  provisioner "local-exec" {\n    command = "exit 3"\n  }\n}\n';
    const folder = await initialize(here!, engine, way, workspace, resource + broken, 'backend "remote"');
    const shown = async (command: readonly string[], code: number): Promise<string> => {
      const ended = await folder.run(command);
      assert.is(ended.code, code, ended.text);
      assert.not.match(ended.text, '"@level"');
      return ended.text;
    };
    const created = '  # terraform_data.a will be created\n  + resource "terraform_data" "a" {\n      + id     = (known after apply)\n';
    const plan = await shown(['plan', '-no-color', '-target=terraform_data.a'], 0);
    for (const words of [created, 'Plan: 1 to add, 0 to change, 0 to destroy.', 'Warning: Resource targeting is in effect'])
      assert.match(plan, words);
    const applied = await shown([...apply, '-auto-approve'], 1);
    for (const words of [created, 'terraform_data.a: Creation complete after', 'Error: local-exec provisioner error'])
      assert.match(applied, words);
    const destroyed = await shown(['destroy', '-no-color', '-auto-approve'], 0);
    for (const words of ['  # terraform_data.a will be destroyed\n', 'Resources: 0 added, 0 changed, 2 destroyed.'])
      assert.match(destroyed, words);
    const [run] = (await here!.request('GET', `/workspaces/${(await readWorkspace(here!, workspace)).id}/runs`)).data;
    assert.is(run.attributes.source, 'terraform');
  },
);

scenario(5, 'a log of 5 MB with a line of 100 KB', async (engine, way, workspace) => {
  // The engine takes half a minute of processor time for 5 MB; what the service itself serves of them `engine-runs/limits` counts.
  const lines = schedule(1000, 5000);
  const command = `yes $(head -c 999 /dev/zero | tr '\\\\0' @) | head -n ${lines}`;
  const loud =
    `resource "terraform_data" "a" {\n  provisioner "local-exec" {\n    command = "${command}"\n  }\n}\n` +
    `output "line" { value = join("", [for number in range(1000) : "${'#'.repeat(100)}"]) }\n`;
  const folder = await initialize(here!, engine, way, workspace, loud);
  const { code, text } = await folder.run([...apply, '-auto-approve']);
  assert.is(code, 0, text.slice(-1000));
  // Of a slow provisioner the engine makes two lines of one: characters are counted, without that of the command.
  const log = text.slice(text.indexOf('Provisioning with'));
  assert.equal([log.split('@').length - 2, log.split('#'.repeat(100_000)).length - 1], [lines * 999, 1]);
  assert.match(log, 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
});

suiteOf.run();
