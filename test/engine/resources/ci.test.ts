import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../support/skip.ts';
import { engine, oneLine, type EngineFixture, startFixture, token } from '../support/engine-fixture.ts';
// watchdog: 300 s

const Resource = suite('CI resources under the real engine');
const real = engine.found ? Resource : skipWithReason(Resource, engine.reason);
let fixture: EngineFixture;
let owner = '';

Resource.before(async () => {
  fixture = await startFixture({}, { SLIPWAY_CI_TOKEN: token });
  const answer = await fetch(`${fixture.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
  owner = ((await answer.json()) as readonly { readonly id: string }[])[0]!.id;
});
Resource.after(() => fixture.close());

const ci = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${fixture.address}/api/v2${path}`, {
    method,
    headers: { 'Ci-Token': token, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};

const scheduleDays: { readonly [value: string]: string } = { eu: 'days_of_week = ["MON"]', us: 'days_of_month = [1], months = ["JAN"]' };
// oxlint-disable-next-line max-lines-per-function -- a configuration with every resource
const everything = (value: string, preset: string, policy: string) => `
provider "slipway" {
  ci = { address = "${fixture.address}", organization = "${owner}" }
}
resource "slipway_ci_context" "deploy" { name = "deploy" }
resource "slipway_ci_context_variable" "plain" {
  context_id = slipway_ci_context.deploy.id
  name       = "REGION"
  value      = "${value}"
}
resource "slipway_ci_context_variable" "secret" {
  context_id = slipway_ci_context.deploy.id
  name       = "TOKEN"
  value_wo   = "s3cret-${value}"
}
resource "slipway_ci_project" "web" { name = "web" }
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
  value        = "level-${value}"
}
resource "slipway_ci_project" "api" {
  name         = "api"
  organization = "gh/acme"
}
resource "slipway_ci_checkout_key" "api" {
  project_slug = slipway_ci_project.api.slug
  type         = "deploy-key"
}
resource "slipway_ci_project_settings" "web" {
  project_slug             = slipway_ci_project.web.slug
  autocancel_builds        = true
  pr_only_branch_overrides = ["main"]
}
resource "slipway_ci_pipeline_definition" "build" {
  project_id                       = slipway_ci_project.web.id
  name                             = "build-${value}"
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
  event_preset                  = "${preset}"
}
resource "slipway_ci_trigger" "hook" {
  project_id                  = slipway_ci_project.web.id
  pipeline_definition_id      = slipway_ci_pipeline_definition.build.id
  event_source_provider       = "webhook"
  event_source_webhook_sender = "shop"
  event_name                  = "order"
  checkout_ref                = "main"
  config_ref                  = "main"
  disabled                    = true
}
resource "slipway_ci_schedule" "nightly" {
  project_slug      = slipway_ci_project.web.slug
  name              = "nightly"
  timetable         = { per_hour = 1, hours_of_day = [14, 2], ${scheduleDays[value]} }
  parameters        = { branch = "main", level = "${value}" }
  attribution_actor = "current"
}
resource "slipway_ci_webhook" "chat" {
  scope_id          = slipway_ci_project.web.id
  name              = "chat"
  url               = "https://chat.example.com/${value}"
  events            = ["workflow-completed", "job-completed"]
  signing_secret_wo = "s3cret-${value}"
}
resource "slipway_ci_runner_resource_class" "linux" {
  resource_class = "acme/linux"
  description    = "racks"
}
resource "slipway_ci_runner_token" "rack" {
  resource_class = slipway_ci_runner_resource_class.linux.resource_class
  nickname       = "rack 1"
}
resource "slipway_ci_organization" "initech" { name = "initech" }
resource "slipway_ci_policy_settings" "acme" {
  organization_id = "${owner}"
  enabled  = true
}
resource "slipway_ci_policy_bundle" "acme" {
  organization_id = "${owner}"
  policies = { "images" = ${JSON.stringify(policy)} }
}
data "slipway_ci_contexts" "all" { depends_on = [slipway_ci_context.deploy] }
data "slipway_ci_triggers" "all" {
  project_id             = slipway_ci_project.web.id
  pipeline_definition_id = slipway_ci_pipeline_definition.build.id
  depends_on             = [slipway_ci_trigger.hook, slipway_ci_trigger.pushes]
}
output "names" { value = data.slipway_ci_contexts.all.contexts[*].name }
output "slug" { value = provider::slipway::parse_project_slug(slipway_ci_project.web.slug).project }
`;
const policy = (text: string) => `package org\n\npolicy_name["images"]\n\nenable_rule["pinned"]\n\npinned = "${text}" { input.never }\n`;

real('all of them are made, and a second plan is empty', async () => {
  await fixture.apply(everything('eu', 'all-pushes', policy('a')));
  assert.equal(await fixture.plannedChanges(), []);
  const trigger = fixture.state('slipway_ci_trigger.hook');
  assert.match(trigger['event_source_webhook_url'], /\?secret=[A-Za-z0-9_-]{32}$/);
  assert.is(trigger['disabled'], true);
  assert.not.match(fixture.stateText(), 's3cret-eu');
  assert.match(fixture.state('slipway_ci_runner_token.rack')['token'], /^\S{20,}$/);
  assert.equal(fixture.state('slipway_ci_policy_bundle.acme')['created'], ['images']);
});
real('they change in place', async () => {
  const next = everything('us', 'only-tags', policy('b'));
  assert.equal([...(await fixture.plannedChanges(next))].sort(), [
    'update slipway_ci_context_variable.plain',
    'update slipway_ci_context_variable.secret',
    'update slipway_ci_pipeline_definition.build',
    'update slipway_ci_policy_bundle.acme',
    'update slipway_ci_project_variable.level',
    'update slipway_ci_schedule.nightly',
    'update slipway_ci_trigger.pushes',
    'update slipway_ci_webhook.chat',
  ]);
  await fixture.apply(next);
  assert.equal(await fixture.plannedChanges(), []);
  assert.equal(fixture.state('slipway_ci_policy_bundle.acme')['modified'], ['images']);
});
real('what was changed elsewhere is changed back', async () => {
  const context = fixture.state('slipway_ci_context.deploy')['id'],
    { slug } = fixture.state('slipway_ci_project.web');
  await ci('PUT', `/context/${context}/environment-variable/REGION`, { value: 'elsewhere' });
  await ci('PUT', `/context/${context}/environment-variable/TOKEN`, { value: 'elsewhere' });
  await ci('PUT', `/webhook/${fixture.state('slipway_ci_webhook.chat')['id']}`, { 'signing-secret': 'elsewhere' });
  await ci('PATCH', `/schedule/${fixture.state('slipway_ci_schedule.nightly')['id']}`, { description: 'elsewhere' });
  await ci('POST', `/project/${slug}/envvar`, { name: 'LEVEL', value: 'other' });
  await ci('PATCH', `/project/${slug}/settings`, { advanced: { autocancel_builds: false, disable_ssh: true } });
  assert.equal([...(await fixture.plannedChanges())].sort(), [
    'update slipway_ci_context_variable.plain',
    'update slipway_ci_context_variable.secret',
    'update slipway_ci_project_settings.web',
    'update slipway_ci_project_variable.level',
    'update slipway_ci_schedule.nightly',
    'update slipway_ci_webhook.chat',
  ]);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(), []);
  assert.equal(
    (await ci('GET', `/project/${slug}/settings`)).body.advanced.disable_ssh,
    true,
    'a setting that the configuration does not say stays',
  );
});
real('they are imported by what people call them, and nothing is to be changed but secrets', async () => {
  const at = (address: string) => fixture.state(`slipway_ci_${address}`);
  const { slug, id: project } = at('project.web'),
    definition = at('pipeline_definition.build')['id'],
    context = at('context.deploy')['id'];
  const imports = {
    'context.deploy': `${owner}/deploy`,
    'context_variable.plain': `${context}/REGION`,
    'context_restriction.web': `${context}/${at('context_restriction.web')['id']}`,
    'project.web': slug,
    'project_variable.level': `${slug}/LEVEL`,
    'project_settings.web': slug,
    'checkout_key.api': `${at('project.api')['slug']}/${at('checkout_key.api')['fingerprint']}`,
    'pipeline_definition.build': `${project}/${definition}`,
    'schedule.nightly': `${slug}/nightly`,
    'trigger.pushes': `${project}/${definition}/${at('trigger.pushes')['id']}`,
    'trigger.hook': `${project}/${definition}/${at('trigger.hook')['id']}`,
    'webhook.chat': `${project}/${at('webhook.chat')['id']}`,
    'runner_resource_class.linux': 'acme/linux',
    'runner_token.rack': `acme/linux/${at('runner_token.rack')['id']}`,
    'organization.initech': String(at('organization.initech')['id']),
    'policy_settings.acme': `${owner}/config`,
    'policy_bundle.acme': `${owner}/config`,
  };
  for (const [address, id] of Object.entries(imports)) {
    await fixture.run(['state', 'rm', `slipway_ci_${address}`]);
    await fixture.run(['import', '-no-color', `slipway_ci_${address}`, id]);
  }
  assert.equal([...(await fixture.plannedChanges())].sort(), [
    'update slipway_ci_context_variable.plain',
    'update slipway_ci_project_variable.level',
    'update slipway_ci_schedule.nightly',
    'update slipway_ci_webhook.chat',
  ]);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(), []);
});
real('a policy that does not compile is refused by the plan', async () => {
  fixture.write(everything('us', 'only-tags', 'package org\n\nthis is no rule'));
  assert.match(oneLine(await fixture.run(['plan', '-no-color'], 1)), /Could not plan the CI policy bundle/);
});
real('they are destroyed, and settings stay', async () => {
  const { slug } = fixture.state('slipway_ci_project.web');
  fixture.write(everything('us', 'only-tags', policy('b')));
  await fixture.run(['destroy', '-auto-approve', '-no-color']);
  assert.is((await ci('GET', `/project/${slug}`)).status, 404);
  assert.equal((await ci('GET', `/owner/${owner}/context/config/policy-bundle`)).body, {});
  assert.equal((await ci('GET', `/owner/${owner}/context/config/decision/settings`)).body, { enabled: true });
});
Resource.run();
