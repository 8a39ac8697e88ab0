import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './support/engine-fixture.ts';
import { createRegistryModule } from './support/registry-module.ts';
// process: own
// watchdog: 120 s

const TakenBack = suite('what is taken back, or changes under a resource');
const real = engine.found ? TakenBack : skipWithReason(TakenBack, engine.reason);
let fixture: EngineFixture;

TakenBack.before(async () => {
  if (!engine.found) return;
  fixture = await startFixture({ settings: { runStatusMilliseconds: 5 } });
  await createRegistryModule(fixture);
});
TakenBack.after(() => fixture?.close());

const workspace = (more: string, project = '') => `
resource "slipway_project" "p" {
  name = "shop"
  ${project}
}
resource "slipway_workspace" "w" {
  name       = "web"
  project_id = slipway_project.p.id
  ${more}
}`;
const destroyAt = async () => {
  const { attributes } = (await fixture.api('GET', `/workspaces/${fixture.state('slipway_workspace.w')['id']}`)).body.data;
  return [attributes['auto-destroy-at'], attributes['inherits-project-auto-destroy']];
};

real('an automatic destroy is cancelled by removing its time', async () => {
  await fixture.apply(workspace('auto_destroy_at = "2031-01-01T00:00:00Z"'));
  assert.equal(await destroyAt(), ['2031-01-01T00:00:00.000Z', false]);
  assert.equal(await fixture.plannedChanges(workspace('')), ['update slipway_workspace.w']);
  await fixture.apply(workspace(''));
  assert.equal(await destroyAt(), [null, true]);
  assert.equal(await fixture.plannedChanges(), []);
});
real('the time that an activity duration of the workspace or of its project sets stays', async () => {
  const own = workspace('auto_destroy_activity_duration = "14d"');
  await fixture.apply(own);
  assert.type((await destroyAt())[0], 'string');
  assert.equal(await fixture.plannedChanges(own), []);
  await fixture.apply(workspace(''));
  assert.equal(await destroyAt(), [null, true]);
  const inherited = workspace('', 'auto_destroy_activity_duration = "7d"');
  await fixture.apply(inherited);
  assert.is((await destroyAt())[1], true);
  assert.equal(await fixture.plannedChanges(inherited), []);
  await fixture.apply(workspace('auto_destroy_at = "2031-01-01T00:00:00Z"', 'auto_destroy_activity_duration = "7d"'));
  assert.equal(await destroyAt(), ['2031-01-01T00:00:00.000Z', false]);
  await fixture.apply(inherited);
  assert.is((await destroyAt())[1], true);
  assert.equal(await fixture.plannedChanges(inherited), []);
  await fixture.apply('');
});

const consumers = (exclusive: boolean) => `
resource "slipway_workspace" "a" {
  name                = "network"
  global_remote_state = false
  lifecycle {
    ignore_changes = [global_remote_state]
  }
}
resource "slipway_workspace" "b" { name = "reader" }
resource "slipway_remote_state_consumer${exclusive ? 's' : ''}" "c" {
  workspace_id = slipway_workspace.a.id
  ${exclusive ? 'consumer_ids = [slipway_workspace.b.id]' : 'consumer_id  = slipway_workspace.b.id'}
}`;
for (const exclusive of [false, true])
  real(`${exclusive ? 'all consumers' : 'a consumer'} of a workspace that became global can be destroyed`, async () => {
    await fixture.apply(consumers(exclusive));
    const { id } = fixture.state('slipway_workspace.a');
    const body = { data: { type: 'workspaces', attributes: { 'global-remote-state': true } } };
    assert.is((await fixture.api('PATCH', `/workspaces/${id}`, body)).status, 200);
    await fixture.run(['destroy', '-auto-approve', '-no-color']);
    assert.equal((await fixture.api('GET', `/workspaces/${id}`)).status, 404);
  });

const offer = (options: string, region: string) => `
resource "slipway_no_code_module" "m" {
  registry_module_id = "${createRegistryModule.id}"
  enabled            = true
  variable_options   = { region = { type = "string", options = [${options}] } }
}
resource "slipway_no_code_workspace" "w" {
  no_code_module_id = slipway_no_code_module.m.id
  name              = "vpc"
  variables         = { region = { value = "${region}" } }
}`;
real('an option that is offered and used in one apply is allowed, and one that it withdraws is not', async () => {
  await fixture.apply(offer('"eu"', 'eu'));
  await fixture.apply(offer('"eu", "ap"', 'ap'));
  assert.equal(await fixture.plannedChanges(), []);
  assert.match(await fixture.applyFails(offer('"ap"', 'eu')), 'The no-code module allows "ap"; given "eu".');
});
TakenBack.run();
