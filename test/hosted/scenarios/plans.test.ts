/** Plans that the service executes, with each option of the engine that changes what is planned. */
// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineScenarios, engines, type Folder, initialize, startScenarios } from './support.ts';

const suiteOf = suite('plans that the service executes, as an engine shows them');
const here = engines.some(({ found }) => found) ? await startScenarios() : undefined;
suiteOf.after(() => here?.close());

const configuration = `variable "size" {
  type    = number
  default = 1
}
resource "terraform_data" "a" { input = var.size }
resource "terraform_data" "b" { input = var.size }
output "size" { value = var.size }
`;
/** Command, and what it shows; `-refresh=false`: nothing is said to be refreshed. */
const plans: readonly (readonly [readonly string[], readonly (string | RegExp)[]])[] = [
  [[], ['terraform_data.a: Refreshing state...', 'No changes. Your infrastructure matches the configuration.']],
  [['-destroy'], ['  # terraform_data.b will be destroyed\n', 'Plan: 0 to add, 0 to change, 2 to destroy.']],
  [['-refresh-only'], ['No changes. Your infrastructure still matches the configuration.']],
  [['-refresh=false'], [/^(?![^]*Refreshing state)[^]*No changes\./]],
  [
    ['-var', 'size=2'],
    ['  ~ size = 1 -> 2\n', 'Plan: 0 to add, 2 to change, 0 to destroy.'],
  ],
  [['-var', 'size=2', '-target=terraform_data.b'], [/^(?![^]*# terraform_data\.a)[^]*Plan: 0 to add, 1 to change, 0 to destroy\./]],
  [['-replace=terraform_data.a'], ['  # terraform_data.a will be replaced, as requested\n', 'Plan: 1 to add, 0 to change, 1 to destroy.']],
];

const showPlans = async (folder: Folder): Promise<void> => {
  // Runs that only plan are executed beside one another.
  const shown = await Promise.all(plans.map(([options]) => folder.run(['plan', '-no-color', ...options])));
  for (const [index, { code, text }] of shown.entries()) {
    const [options, expected] = plans[index]!;
    assert.is(code, 0, `${options.join(' ')}: ${text}`);
    for (const words of expected) assert.match(text, words, `${options.join(' ')}: ${text}`);
  }
};

const showSavedPlan = async (folder: Folder): Promise<void> => {
  const planned = await folder.run(['plan', '-no-color', '-out=saved', '-var', 'size=3']);
  assert.is(planned.code, 0, planned.text);
  const shown = await folder.run(['show', '-no-color', 'saved']);
  assert.match(shown.text, 'Plan: 0 to add, 2 to change, 0 to destroy.');
  assert.match(shown.text, 'Run status: planned and saved (confirmable)');
  assert.match(shown.text, 'Workspace is unlocked');
  const json = JSON.parse((await folder.run(['show', '-json', 'saved'])).text);
  assert.equal(
    json.resource_changes.map(({ address, change }: any) => [address, change.actions, change.after.input]),
    [
      ['terraform_data.a', ['update'], 3],
      ['terraform_data.b', ['update'], 3],
    ],
  );
  const applied = await folder.run(['apply', '-no-color', 'saved']);
  assert.match(applied.text, 'Apply complete! Resources: 0 added, 2 changed, 0 destroyed.');
  const again = await folder.run(['apply', '-no-color', 'saved']);
  assert.is(again.code, 1);
  assert.match(again.text, 'Saved plan is already applied');
};

defineScenarios(suiteOf, here !== undefined)(
  0,
  '-destroy, -refresh-only, -refresh=false, -var, -target, -replace; -out, show, show -json, apply, twice',
  async (engine, way, workspace) => {
    const folder = await initialize(here!, engine, way, workspace, configuration);
    const { code, text } = await folder.run(['apply', '-auto-approve', '-no-color']);
    assert.is(code, 0, text);
    await showPlans(folder);
    await showSavedPlan(folder);
  },
);

suiteOf.run();
