// process: own
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { addVersion, createRegistryModule } from './support/registry-module.ts';
import { engine, oneLine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const NoCode = suite('no-code workspaces under the real engine');
const real = engine.found ? NoCode : skipWithReason(NoCode, engine.reason);
let fixture: EngineFixture;

const offer = (version: string, region: string) => `
resource "slipway_no_code_module" "m" {
  registry_module_id = "${createRegistryModule.id}"
  enabled            = true
  version_pin        = "${version}"
  variable_options   = { region = { type = "string", options = ["eu", "us"] } }
}
resource "slipway_no_code_workspace" "w" {
  no_code_module_id = slipway_no_code_module.m.id
  name              = "shop"
  module_version    = slipway_no_code_module.m.version_pin
  variables         = { region = { value = "${region}" } }
}`;

if (engine.found) {
  NoCode.before(async () => {
    fixture = await startFixture({ settings: { runStatusMilliseconds: 2 } });
    await createRegistryModule(fixture);
    await fixture.apply(offer('1.1.0', 'eu'));
  });
  NoCode.after(async () => {
    await fixture.close();
  });
}

real('a value that is not offered is refused at plan, with what is', async () => {
  fixture.write(offer('1.1.0', 'mars'));
  const text = oneLine(await fixture.run(['plan', '-no-color'], 1));
  assert.match(text, 'Wrong value for "variables["region"].value"');
  assert.match(text, 'The no-code module allows "eu", "us"; given "mars".');
});

real('the data source of an offer tells its options, which its document does not hold', async () => {
  await fixture.apply(`${offer('1.1.0', 'eu')}
data "slipway_no_code_module" "m" { id = slipway_no_code_module.m.id }
output "options" { value = data.slipway_no_code_module.m.variable_options }
output "pin" { value = data.slipway_no_code_module.m.version_pin }`);
  const shown = JSON.parse(await fixture.run(['output', '-json'])) as { [name: string]: { value: unknown } };
  assert.equal(shown['options']?.value, { region: { options: ['eu', 'us'], type: 'string' } });
  assert.is(shown['pin']?.value, '1.1.0');
});

real('another version of the offer upgrades the workspace, and a second plan is empty', async () => {
  await addVersion(fixture, '1.2.0');
  await fixture.apply(offer('1.2.0', 'us'));
  assert.is(fixture.state('slipway_no_code_workspace.w')['source_module_id'], 'private/acme/vpc/aws/1.2.0');
  assert.equal(await fixture.plannedChanges(), []);
});

real('an upgrade whose plan fails is told, leaves the workspace as it was, and is tried again by the next apply', async () => {
  await fixture.control('POST', '/run-outcome', { outcome: 'plan-errored' });
  const text = await fixture.applyFails(offer('1.2.0', 'eu'));
  assert.match(text, 'Could not update the no-code workspace');
  assert.match(text, 'ended as errored');
  await fixture.apply(offer('1.2.0', 'eu'));
  assert.equal(await fixture.plannedChanges(), []);
});

real('a secret of a variable stands in no plan and no state, is sent when it changes, and is refused as a plain value', async () => {
  const [first, second] = ['canary-of-a-module-1', 'canary-of-a-module-2'];
  const secret = (body: string) =>
    `variable "secret" {\n  type = string\n  ephemeral = true\n}\n${offer('1.2.0', 'eu').replace('region = { value = "eu" }', body)}`;
  const hidden = secret('region = { value = "eu" }, TOKEN = { category = "env", sensitive = true }').replace(
    'module_version ',
    'variable_values_wo = { TOKEN = var.secret }\n  module_version ',
  );
  fixture.write(hidden);
  for (const value of [first, second]) {
    const environment = { TF_VAR_secret: value };
    const printed = [
      await fixture.run(['plan', '-no-color', '-out=saved.plan'], 0, environment),
      await fixture.run(['show', '-json', 'saved.plan']),
      await fixture.run(['apply', '-auto-approve', '-no-color'], 0, environment),
      await fixture.run(['show', '-json']),
      fixture.stateText(),
    ];
    assert.equal(printed.filter((text) => text.includes(value)).length, 0);
    assert.match(await fixture.run(['plan', '-no-color'], 0, environment), 'No changes');
  }
  assert.is(fixture.state('slipway_no_code_workspace.w')['variable_values_wo_version'], 2);
  const { id } = fixture.state('slipway_no_code_workspace.w');
  const { body } = await fixture.api('GET', `/workspaces/${id}/vars`);
  assert.equal(body.data.map(({ attributes: { key, value, sensitive } }: any) => [key, value, sensitive]).sort(), [
    ['TOKEN', null, true],
    ['region', 'eu', false],
  ]);
  fixture.write(offer('1.2.0', 'eu').replace('value = "eu"', 'value = "eu", sensitive = true'));
  const text = oneLine(await fixture.run(['plan', '-no-color'], 1));
  assert.match(text, 'A variable with `sensitive = true` has its value in `variable_values_wo`');
});

NoCode.run();
