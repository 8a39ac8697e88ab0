import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRegistryModule } from '../engine/support/registry-module.ts';
import { engine, type EngineFixture, startFixture, token } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';

const imagesPolicy = 'package org\n\npolicy_name["images"]\n\nenable_rule["pinned"]\n\npinned = "no" { input.never }\n';
// watchdog: 300 s

const suiteOf = suite('the provider in the hosted profile of both services');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
let story: EngineFixture;
let owner = '';

const ci = async (path: string): Promise<any> =>
  (await fetch(`${story.address}/api/v2${path}`, { headers: { 'Circle-Token': token } })).json();

// Only what clients of the hosted services read is set; our own variables are empty.
if (engine.found) {
  suiteOf.before(async () => {
    story = await startFixture(
      { dialect: 'hosted' },
      {
        SLIPWAY_WORKSPACES_ADDRESS: '',
        SLIPWAY_WORKSPACES_TOKEN: '',
        SLIPWAY_WORKSPACES_ORGANIZATION: '',
        TFE_TOKEN: token,
        TFE_ORGANIZATION: 'acme',
        CIRCLE_TOKEN: token,
      },
    );
    [{ id: owner }] = await ci('/me/collaborations');
    await createRegistryModule(story);
  });
  suiteOf.after(() => story.close());
}

// oxlint-disable-next-line max-lines-per-function -- one Terraform configuration
const everything = (region: string) => `
provider "slipway" {
  workspaces = { address = "${story.address}", dialect = "hosted" }
  ci         = { address = "${story.address}/api/v2", dialect = "hosted", organization = "${owner}" }
}
resource "slipway_project" "p" { name = "payments" }
resource "slipway_workspace" "web" {
  name           = "web"
  project_id     = slipway_project.p.id
  engine_version = "1.11.4"
  description    = "in ${region}"
  tags           = { env = "prod" }
  tag_names      = ["eu"]
}
resource "slipway_variable_set" "common" { name = "common" }
resource "slipway_variable_set_variable" "region" {
  variable_set_id = slipway_variable_set.common.id
  key             = "region"
  value           = "${region}"
  category        = "infra"
}
resource "slipway_variable_set_workspace" "web" {
  variable_set_id = slipway_variable_set.common.id
  workspace_id    = slipway_workspace.web.id
}
resource "slipway_no_code_module" "vpc" {
  registry_module_id = "${createRegistryModule.id}"
  enabled            = true
}
resource "slipway_ci_context" "deploy" { name = "deploy" }
resource "slipway_ci_context_variable" "workspace" {
  context_id = slipway_ci_context.deploy.id
  name       = "WORKSPACE_ID"
  value      = slipway_workspace.web.id
}
resource "slipway_ci_context_variable" "secret" {
  context_id = slipway_ci_context.deploy.id
  name       = "TOKEN"
  value_wo   = "s3cret-${region}"
}
resource "slipway_ci_project" "web" { name = "web" }
resource "slipway_ci_project" "api" {
  name         = "api"
  organization = "gh/acme"
}
resource "slipway_ci_checkout_key" "api" {
  project_slug = slipway_ci_project.api.slug
  type         = "deploy-key"
}
resource "slipway_ci_context_restriction" "web" {
  context_id        = slipway_ci_context.deploy.id
  restriction_type  = "project"
  restriction_value = slipway_ci_project.web.id
}
resource "slipway_ci_context_restriction" "main" {
  context_id        = slipway_ci_context.deploy.id
  restriction_type  = "expression"
  restriction_value = "pipeline.git.branch == \\"main\\""
}
resource "slipway_ci_project_variable" "level" {
  project_slug = slipway_ci_project.web.slug
  name         = "LEVEL"
  value        = "level-${region}"
}
resource "slipway_ci_project_settings" "web" {
  project_slug   = slipway_ci_project.web.slug
  set_vcs_status = false
}
resource "slipway_ci_pipeline_definition" "build" {
  project_id                       = slipway_ci_project.web.id
  name                             = "build"
  config_source_provider           = "codehost_app"
  config_source_repo_external_id   = "1"
  config_source_file_path          = ".ci/config.yml"
  checkout_source_provider         = "codehost_app"
  checkout_source_repo_external_id = "1"
}
resource "slipway_ci_trigger" "pushes" {
  project_id                    = slipway_ci_project.web.id
  pipeline_definition_id        = slipway_ci_pipeline_definition.build.id
  event_source_provider         = "codehost_app"
  event_source_repo_external_id = "1"
  event_preset                  = "all-pushes"
}
resource "slipway_ci_trigger" "hook" {
  project_id                  = slipway_ci_project.web.id
  pipeline_definition_id      = slipway_ci_pipeline_definition.build.id
  event_source_provider       = "webhook"
  event_source_webhook_sender = "shop"
  event_name                  = "order"
  checkout_ref                = "main"
  config_ref                  = "main"
}
resource "slipway_ci_policy_settings" "acme" {
  organization_id = "${owner}"
  enabled  = true
}
resource "slipway_ci_policy_bundle" "acme" {
  organization_id = "${owner}"
  policies = { "images" = ${JSON.stringify(imagesPolicy)} }
}
data "slipway_ci_contexts" "all" { depends_on = [slipway_ci_context.deploy] }
output "names" { value = data.slipway_ci_contexts.all.contexts[*].name }
`;

test('everything is made, and a second plan is empty', async () => {
  await story.apply(everything('eu'));
  assert.equal(await story.plannedChanges(), []);
  assert.not.match(story.stateText(), 's3cret-eu');
});
test("the state speaks the specification's words, the service the hosted ones", async () => {
  const at = (address: string) => story.state(`slipway_${address}`);
  const { id: project, slug } = at('ci_project.web'),
    workspace = at('workspace.web');
  assert.match(slug, /^circleci\/[1-9A-HJ-NP-Za-km-z]{22}\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  assert.is(at('ci_project.api')['slug'], 'gh/acme/api');
  assert.equal(
    [
      workspace['engine_version'],
      at('variable_set_variable.region')['category'],
      at('ci_pipeline_definition.build')['config_source_provider'],
      at('ci_trigger.pushes')['event_source_provider'],
    ],
    ['1.11.4', 'infra', 'codehost_app', 'codehost_app'],
  );
  const { attributes } = (await story.api('GET', `/workspaces/${workspace['id']}`)).body.data;
  assert.equal([attributes['terraform-version'], 'engine-version' in attributes], ['1.11.4', false]);
  assert.equal(
    (await story.api('GET', `/varsets/${at('variable_set.common')['id']}/relationships/vars`)).body.data[0].attributes.category,
    'terraform',
  );
  assert.equal((await ci(`/projects/${project}/pipeline-definitions`)).items[0].config_source.provider, 'github_app');
  const { advanced } = await ci(`/project/${slug}/settings`);
  assert.equal([advanced.set_github_status, 'set_vcs_status' in advanced], [false, false]);
  const { items } = await ci(`/context/${at('ci_context.deploy')['id']}/environment-variable`);
  assert.equal(items.map(({ variable, truncated_value: mask }: any) => [variable, mask]).sort(), [
    ['TOKEN', 'xxxxt-eu'],
    ['WORKSPACE_ID', `xxxx${workspace['id'].slice(-4)}`],
  ]);
});
test('what changes is changed in place', async () => {
  assert.equal([...(await story.plannedChanges(everything('us')))].sort(), [
    'update slipway_ci_context_variable.secret',
    'update slipway_ci_project_variable.level',
    'update slipway_variable_set_variable.region',
    'update slipway_workspace.web',
  ]);
  await story.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await story.plannedChanges(), []);
});
test('everything is destroyed', async () => {
  const { slug } = story.state('slipway_ci_project.web'),
    { id } = story.state('slipway_workspace.web');
  await story.run(['destroy', '-auto-approve', '-no-color']);
  assert.match((await ci(`/project/${slug}`)).message, /was not found/);
  assert.is((await story.api('GET', `/workspaces/${id}`)).status, 404);
  assert.equal((await ci(`/context?owner-id=${owner}`)).items, []);
});
suiteOf.run();
