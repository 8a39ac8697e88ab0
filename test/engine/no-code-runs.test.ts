/** A no-code workspace that the provider makes, with runs that the service executes, and who reads its outputs. */
// process: own
// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connect } from '../../service/test/engine-runs/support.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';

const suiteOf = suite('no-code workspaces whose runs are executed, under the real engine');
const real = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
let fixture: EngineFixture;
if (engine.found) {
  suiteOf.before(async () => {
    const jobs = { maxParallelRuns: 2, jobMilliseconds: 60_000 };
    fixture = await startFixture(
      { jobs, dialect: 'hosted', settings: { publicUrl: 'https://slipway.invalid' } },
      { SLIPWAY_DIALECT: 'hosted' },
    );
  });
  suiteOf.after(async () => {
    await fixture.close();
  });
}

const moduleFiles = (version: string) => ({
  'main.tf':
    'variable "name" {}\nresource "terraform_data" "a" { input = var.name }\n' +
    `output "greeting" { value = "\${terraform_data.a.output} of ${version}" }\n`,
});

const workspaceOf = (module: string, version: string, name: string) => `
resource "slipway_no_code_module" "m" {
  registry_module_id = "${module}"
  enabled            = true
  version_pin        = "${version}"
}
resource "slipway_no_code_workspace" "w" {
  no_code_module_id = slipway_no_code_module.m.id
  name              = "hello"
  module_version    = slipway_no_code_module.m.version_pin
  variables         = { name = { value = "${name}" } }

  wait_for_first_run = true
}
`;
const readsGreeting = `
data "slipway_workspace_outputs" "o" {
  workspace_id = slipway_no_code_workspace.w.id
}
output "greeting" { value = jsondecode(data.slipway_workspace_outputs.o.nonsensitive_values_json.greeting) }
`;

const readsOutput = `data "terraform_remote_state" "hello" {
  backend = "remote"
  config = {
    hostname     = "slipway.invalid"
    organization = "acme"
    workspaces   = { name = "hello" }
  }
}
output "read" { value = data.terraform_remote_state.hello.outputs.greeting }
`;

real('made, applied and upgraded by the provider; a data source and a run of another workspace read its outputs', async () => {
  const service = connect(fixture.address, token, async () => undefined);
  const { body: module } = await service.request('POST /organizations/acme/registry-modules', {
    data: { type: 'registry-modules', attributes: { name: 'hello', provider: 'builtin', 'registry-name': 'private' } },
  });
  const addVersion = async (version: string): Promise<void> => {
    const { body } = await service.request('POST /organizations/acme/registry-modules/private/acme/hello/builtin/versions', {
      data: { type: 'registry-module-versions', attributes: { version } },
    });
    const upload = fixture.address + new URL(body.data.links.upload).pathname;
    assert.is((await fetch(upload, { method: 'PUT', body: await service.pack(moduleFiles(version)) })).status, 200);
  };
  const readGreeting = async (version: string, name: string): Promise<unknown> => {
    await fixture.apply(workspaceOf(module.data.id, version, name) + readsGreeting);
    assert.equal(await fixture.plannedChanges(), []);
    return JSON.parse(await fixture.run(['output', '-json'])).greeting.value;
  };

  await addVersion('1.0.0');
  // Workspace and data source are of one apply.
  assert.is(await readGreeting('1.0.0', 'world'), 'world of 1.0.0');
  const { id } = fixture.state('slipway_no_code_workspace.w');

  await addVersion('1.1.0');
  assert.is(await readGreeting('1.1.0', 'moon'), 'moon of 1.1.0');

  const reader = await service.createWorkspace('reader', { 'auto-apply': true });
  const consumers = { data: [{ type: 'workspaces', id: reader }] };
  assert.is((await service.request(`POST /workspaces/${id}/relationships/remote-state-consumers`, consumers)).status, 204);
  await service.upload(reader, { 'main.tf': readsOutput });
  await service.until(await service.start(reader), 'applied');
  const { body: outputs } = await service.request(`GET /workspaces/${reader}/current-state-version-outputs`);
  assert.equal(
    outputs.data.map(({ attributes }: any) => [attributes.name, attributes.value]),
    [['read', 'moon of 1.1.0']],
  );
});

suiteOf.run();
