import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, oneLine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const DataSources = suite('data sources under the real engine');
const real = engine.found ? DataSources : skipWithReason(DataSources, engine.reason);
let fixture: EngineFixture;

const ground = `
resource "slipway_project" "p" {
  name = "payments"
  tags = { cost = "42" }
}
resource "slipway_workspace" "web" {
  name       = "web"
  project_id = slipway_project.p.id
  tag_names  = ["eu", "prod"]
  tags       = { env = "prod" }
}
resource "slipway_workspace" "api" {
  name      = "api-eu"
  tag_names = ["eu"]
}
resource "slipway_variable_set" "all" {
  name   = "all"
  global = true
}
resource "slipway_variable_set" "own" { name = "own" }
resource "slipway_variable_set_variable" "v" {
  variable_set_id = slipway_variable_set.own.id
  key             = "REGION"
  value           = "eu"
  category        = "env"
}
resource "slipway_variable_set_project" "a" {
  variable_set_id = slipway_variable_set.own.id
  project_id      = slipway_project.p.id
}
resource "slipway_remote_state_consumer" "c" {
  workspace_id = slipway_workspace.web.id
  consumer_id  = slipway_workspace.api.id
}
`;

/** The outputs of a configuration that reads. */
const outputs = async (hcl: string): Promise<{ readonly [name: string]: unknown }> => {
  await fixture.apply(`${ground}${hcl}`);
  const shown = JSON.parse(await fixture.run(['output', '-json'])) as { [name: string]: { value: unknown } };
  return Object.fromEntries(Object.entries(shown).map(([name, { value }]) => [name, value]));
};

if (engine.found) {
  DataSources.before(async () => {
    fixture = await startFixture();
    await fixture.apply(ground);
  });
  DataSources.after(async () => {
    await fixture.close();
  });
}

real('a workspace is found by name and by id', async () => {
  const found = await outputs(`
data "slipway_workspace" "n" { name = "web" }
data "slipway_workspace" "i" { id = data.slipway_workspace.n.id }
output "name" { value = data.slipway_workspace.i.name }
output "same" { value = data.slipway_workspace.i.id == slipway_workspace.web.id }
output "may"  { value = data.slipway_workspace.n.permissions["can-update"] }
output "tags" { value = sort(tolist(data.slipway_workspace.n.tag_names)) }`);
  assert.equal(found, { name: 'web', same: true, may: true, tags: ['eu', 'prod'] });
});

real('a team is found by name and by ID', async () => {
  const found = await outputs(`
resource "slipway_team" "ops" {
  name                = "ops"
  organization_access = { manage_workspaces = true }
}
data "slipway_team" "n" { name = slipway_team.ops.name }
data "slipway_team" "i" { id = data.slipway_team.n.id }
data "slipway_team" "owners" { name = "owners" }
output "same"   { value = data.slipway_team.i.id == slipway_team.ops.id }
output "rights" { value = data.slipway_team.n.organization_access.manage_workspaces }
output "owners" { value = length(data.slipway_team.owners.user_ids) }
output "may"    { value = data.slipway_team.owners.permissions["can-destroy"] }`);
  assert.equal(found, { same: true, rights: true, owners: 1, may: false });
});

real('workspaces are listed by every filter', async () => {
  const list = (name: string, filter: string) => `
data "slipway_workspaces" "${name}" { ${filter} }
output "${name}" { value = [for w in data.slipway_workspaces.${name}.workspaces : w.name] }`;
  const found = await outputs(
    [
      list('everything', 'sort = "name"'),
      list('reversed', 'sort = "-name"'),
      list('fuzzy', 'name = "pi"'),
      list('wild', 'wildcard_name = "*-eu"'),
      list('tagged', 'tag_names = ["eu", "prod"]'),
      list('untagged', 'exclude_tag_names = ["prod"]'),
      list('bound', 'tags = { env = "prod" }'),
      list('anyvalue', 'tags = { env = "" }'),
      list('project', 'project_id = slipway_project.p.id'),
      list('running', 'current_run_status = "planning"'),
    ].join('\n'),
  );
  assert.equal(found, {
    everything: ['api-eu', 'web'],
    reversed: ['web', 'api-eu'],
    fuzzy: ['api-eu'],
    wild: ['api-eu'],
    tagged: ['web'],
    untagged: ['api-eu'],
    bound: ['web'],
    anyvalue: ['web'],
    project: ['web'],
    running: [],
  });
});

real('variable sets are listed for the organization, a project and a workspace', async () => {
  const list = (name: string, filter: string) => `
data "slipway_variable_sets" "${name}" { ${filter} }
output "${name}" { value = sort([for s in data.slipway_variable_sets.${name}.variable_sets : s.name]) }`;
  const found = await outputs(
    [
      list('organization', ''),
      list('named', 'name = "ow"'),
      list('project', 'project_id = slipway_project.p.id'),
      list('reached', 'workspace_id = slipway_workspace.web.id'),
      list('unreached', 'workspace_id = slipway_workspace.api.id'),
    ].join('\n'),
  );
  assert.equal(found, {
    organization: ['all', 'own'],
    named: ['own'],
    project: ['all', 'own'],
    reached: ['all', 'own'],
    unreached: ['all'],
  });
});

real('a variable set, its variables, consumers, tags and bindings are read', async () => {
  const found = await outputs(`
data "slipway_variable_set" "s" { name = "own" }
data "slipway_variable_set_variables" "v" { variable_set_id = data.slipway_variable_set.s.id }
data "slipway_remote_state_consumers" "c" { workspace_id = slipway_workspace.web.id }
data "slipway_workspace_tags" "t" { workspace_id = slipway_workspace.web.id }
data "slipway_workspace_tag_bindings" "b" { workspace_id = slipway_workspace.web.id }
data "slipway_effective_tag_bindings" "e" { workspace_id = slipway_workspace.web.id }
data "slipway_project" "p" { name = "payments" }
data "slipway_projects" "p" { name = "pay" }
output "variables" { value = [for v in data.slipway_variable_set_variables.v.variables : \
nonsensitive("\${v.category} \${v.key}=\${v.value}")] }
output "projects" { value = data.slipway_variable_set.s.project_count }
output "consumers" { value = [for w in data.slipway_remote_state_consumers.c.consumers : w.name] }
output "flat" { value = sort([for t in data.slipway_workspace_tags.t.tags : "\${t.name} \${t.instance_count}"]) }
output "bound" { value = [for b in data.slipway_workspace_tag_bindings.b.tag_bindings : "\${b.key}=\${b.value}"] }
output "effective" { value = sort([for b in data.slipway_effective_tag_bindings.e.tag_bindings : \
"\${b.key}=\${b.value} \${b.inherited_from == null ? "own" : "inherited"}"]) }
output "project" { value = data.slipway_project.p.id == data.slipway_projects.p.projects[0].id }`);
  assert.equal(found, {
    variables: ['env REGION=eu'],
    projects: 1,
    consumers: ['api-eu'],
    flat: ['eu 2', 'prod 1'],
    bound: ['env=prod'],
    effective: ['cost=42 inherited', 'env=prod own'],
    project: true,
  });
});

real("what is not there is told as the configuration's fault", async () => {
  const text = await fixture.applyFails(`${ground}\ndata "slipway_workspace" "x" { name = "nothing" }`);
  assert.match(text, 'Could not read the workspace: not found');
  assert.match(text, 'No workspace was found at /organizations/acme/workspaces/nothing');
});

real('saying neither or both of id and name is refused at plan', async () => {
  fixture.write('data "slipway_variable_set" "x" {}');
  assert.match(oneLine(await fixture.run(['validate', '-no-color'], 1)), 'Exactly one of `id` and `name` must be set');
});

DataSources.run();
