import * as assert from 'uvu/assert';
import { suite } from 'uvu';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, oneLine, startFixture } from './support/engine-fixture.ts';

const History = suite('a configuration after another one, under the real engine');
const real = engine.found ? History : skipWithReason(History, engine.reason);
let fixture: EngineFixture;
if (engine.found) {
  History.before(async () => {
    fixture = await startFixture();
  });
  History.after(() => fixture.close());
}
const pick = (state: { readonly [name: string]: unknown }, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, state[name]]));

const ground = `
resource "slipway_agent_pool" "it" { name = "it" }
resource "slipway_team" "access" { name = "access" }`;
const full = `${ground}
resource "slipway_workspace" "it" {
  name                = "it"
  description         = "d"
  execution_mode      = "agent"
  agent_pool_id       = slipway_agent_pool.it.id
  global_remote_state = true
  engine_version      = "1.9.8"
  tags                = { a = "b" }
  tag_names           = ["t"]
}
resource "slipway_project" "it" {
  name = "it project"
  tags = { a = "b" }
}
resource "slipway_team" "it" {
  name                = "it"
  organization_access = { manage_workspaces = true, read_workspaces = true, read_projects = true }
}
resource "slipway_team_workspace_access" "it" {
  team_id      = slipway_team.access.id
  workspace_id = slipway_workspace.it.id
  access       = "admin"
}
resource "slipway_team_project_access" "it" {
  team_id    = slipway_team.access.id
  project_id = slipway_project.it.id
  access     = "admin"
}`;
const minimal = `${ground}
resource "slipway_workspace" "it" { name = "it" }
resource "slipway_project" "it" { name = "it project" }
resource "slipway_team" "it" {
  name                = "it"
  organization_access = { manage_modules = true }
}
resource "slipway_team_workspace_access" "it" {
  team_id      = slipway_team.access.id
  workspace_id = slipway_workspace.it.id
  access       = "custom"
  runs         = "read"
}
resource "slipway_team_project_access" "it" {
  team_id    = slipway_team.access.id
  project_id = slipway_project.it.id
  access     = "custom"
}`;

real('an access of the level "admin" that becomes custom gives what is written, and the plan shows it', async () => {
  await fixture.apply(full);
  fixture.write(minimal);
  const plan = oneLine(await fixture.run(['plan', '-no-color']));
  assert.match(plan, '~ variables = "write" -> "none"');
  assert.match(plan, '~ workspace_locking = true -> false');
  assert.match(plan, '"engine_version" is left alone');
  assert.match(plan, 'The configuration no longer sets it, and the workspace keeps "1.9.8"');
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  const permissions = ['runs', 'variables', 'state_versions', 'sentinel_mocks', 'workspace_locking', 'run_tasks', 'policy_overrides'];
  assert.equal(pick(fixture.state('slipway_team_workspace_access.it'), permissions), {
    runs: 'read',
    variables: 'none',
    state_versions: 'none',
    sentinel_mocks: 'none',
    workspace_locking: false,
    run_tasks: false,
    policy_overrides: false,
  });
  assert.equal(pick(fixture.state('slipway_team_project_access.it'), ['project_access', 'workspace_access']), {
    project_access: { settings: 'read', teams: 'none', variable_sets: 'none' },
    workspace_access: {
      create: false,
      delete: false,
      locking: false,
      move: false,
      policy_overrides: false,
      run_tasks: false,
      runs: 'read',
      sentinel_mocks: 'none',
      state_versions: 'none',
      variables: 'none',
    },
  });
});
real('what is removed from the text is gone at the service, and the next plan is empty', async () => {
  assert.equal(pick(fixture.state('slipway_workspace.it'), ['execution_mode', 'agent_pool_id', 'tags', 'tag_names', 'engine_version']), {
    // The default of an organization of a service that executes no runs.
    execution_mode: 'local',
    agent_pool_id: null,
    tags: null,
    tag_names: null,
    engine_version: '1.9.8',
  });
  assert.is(fixture.state('slipway_project.it')['tags'], null);
  const access = fixture.state('slipway_team.it')['organization_access'];
  assert.equal(
    Object.keys(access).filter((name) => access[name]),
    ['manage_modules'],
  );
  const { body } = await fixture.api('GET', `/workspaces/${fixture.state('slipway_workspace.it')['id']}`);
  assert.equal(body.data.attributes['tag-names'], []);
  const tags = await fixture.api('GET', `/workspaces/${fixture.state('slipway_workspace.it')['id']}/tag-bindings`);
  assert.equal(tags.body.data, []);
  assert.equal(await fixture.plannedChanges(), []);
});
real('tags that were made elsewhere are left alone by a configuration that never set any', async () => {
  const id = fixture.state('slipway_project.it')['id'];
  await fixture.api('PATCH', `/projects/${id}`, {
    data: {
      type: 'projects',
      attributes: {},
      relationships: { 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'theirs', value: '1' } }] } },
    },
  });
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.run(['destroy', '-auto-approve', '-no-color']);
});

History.run();
