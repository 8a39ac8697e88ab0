import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../support/skip.ts';
import { engine, type EngineFixture, startFixture } from '../support/engine-fixture.ts';
// watchdog: 300 s

const Life = suite('what an organization has, under the real engine');
const real = engine.found ? Life : skipWithReason(Life, engine.reason);
let fixture: EngineFixture;
Life.before(async () => {
  if (engine.found) fixture = await startFixture();
});
Life.after(() => fixture?.close());

const configuration = (changed: boolean): string => `
resource "slipway_workspace" "web" { name = "web" }
resource "slipway_workspace" "dns" { name = "dns" }
resource "slipway_project" "shop" { name = "shop" }
resource "slipway_workspace_variable" "level" {
  workspace_id     = slipway_workspace.web.id
  key              = "level"
  category         = "env"
  sensitive        = true
  value_wo         = "${changed ? 'secret-2' : 'secret-1'}"
}
resource "slipway_ssh_key" "git" {
  name     = "${changed ? 'git-2' : 'git'}"
  value_wo = "-----BEGIN OPENSSH PRIVATE KEY-----${changed ? '2' : '1'}"
}
resource "slipway_agent_pool" "own" {
  name                  = "own"
  organization_scoped   = false
  allowed_workspace_ids = ${changed ? '[]' : '[slipway_workspace.web.id]'}
}
resource "slipway_agent_token" "own" {
  agent_pool_id = slipway_agent_pool.own.id
  description   = "${changed ? 'second' : 'first'}"
}
resource "slipway_run_trigger" "dns" {
  workspace_id  = slipway_workspace.web.id
  sourceable_id = slipway_workspace.dns.id
}
resource "slipway_organization_membership" "ann" { email = "ann@example.com" }
resource "slipway_team" "web" {
  name                = "web"
  visibility          = "${changed ? 'organization' : 'secret'}"
  organization_access = { ${changed ? 'read_projects = true' : 'manage_modules = true'} }
}
resource "slipway_team_member" "ann" {
  team_id                    = slipway_team.web.id
  organization_membership_id = slipway_organization_membership.ann.id
}
resource "slipway_team_token" "web" {
  team_id     = slipway_team.web.id
  description = "for pipelines"
}
resource "slipway_team_workspace_access" "web" {
  team_id      = slipway_team.web.id
  workspace_id = slipway_workspace.web.id
  access       = "${changed ? 'write' : 'custom'}"
  ${changed ? '' : 'runs = "plan"'}
}
resource "slipway_team_project_access" "shop" {
  team_id    = slipway_team.web.id
  project_id = slipway_project.shop.id
  access     = "${changed ? 'custom' : 'read'}"
  ${changed ? 'workspace_access = { create = true }' : ''}
}
resource "slipway_notification_configuration" "chat" {
  workspace_id     = slipway_workspace.web.id
  name             = "chat"
  destination_type = "generic"
  url              = "https://chat.example.com/hook"
  token_wo         = "key-${changed ? '2' : '1'}"
  triggers         = ["run:${changed ? 'errored' : 'completed'}"]
}
resource "slipway_oauth_client" "host" {
  service_provider      = "github"
  name                  = "${changed ? 'code' : 'host'}"
  http_url              = "https://github.com"
  api_url               = "https://api.github.com"
  oauth_token_string_wo = "token-of-the-host"
}
resource "slipway_registry_module" "dns" {
  name            = "dns"
  module_provider = "aws"
}`;

real('everything is created, and a second plan is empty', async () => {
  await fixture.apply(configuration(false));
  assert.equal(await fixture.plannedChanges(), []);
  assert.is(fixture.state('slipway_team_workspace_access.web')['variables'], 'none');
  assert.is(fixture.state('slipway_team.web')['organization_access']['read_projects'], false);
  assert.match(fixture.state('slipway_agent_token.own')['token'], /^\S{20,}$/);
});
real('no write-only value is in the state', () => {
  const text = fixture.stateText();
  for (const secret of ['secret-1', 'OPENSSH', 'token-of-the-host'])
    assert.equal([configuration(false).includes(secret), text.includes(secret)], [true, false], secret);
});
real('what can change is updated in place, and a second plan is empty', async () => {
  assert.equal(await fixture.plannedChanges(configuration(true)), [
    'update slipway_agent_pool.own',
    'delete/create slipway_agent_token.own',
    'update slipway_notification_configuration.chat',
    'update slipway_oauth_client.host',
    'update slipway_ssh_key.git',
    'update slipway_team.web',
    'update slipway_team_project_access.shop',
    'update slipway_team_workspace_access.web',
    'update slipway_workspace_variable.level',
  ]);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(), []);
  const { organization_access: access } = fixture.state('slipway_team.web');
  assert.equal([access['manage_modules'], access['read_projects']], [false, true]);
  assert.is(fixture.state('slipway_team_project_access.shop')['workspace_access']['create'], true);
});
real('what somebody else deleted is made again', async () => {
  const team = fixture.state('slipway_team.web')['id'];
  const trigger = fixture.state('slipway_run_trigger.dns')['id'];
  const member = fixture.state('slipway_team_member.ann')['organization_membership_id'];
  await fixture.api('DELETE', `/run-triggers/${trigger}`);
  await fixture.api('DELETE', `/teams/${team}/relationships/organization-memberships`, {
    data: [{ type: 'organization-memberships', id: member }],
  });
  assert.equal(await fixture.plannedChanges(), ['create slipway_run_trigger.dns', 'create slipway_team_member.ann']);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await fixture.plannedChanges(), []);
});
real('everything is destroyed', async () => {
  await fixture.run(['destroy', '-auto-approve', '-no-color']);
  for (const [path, count] of [
    ['/organizations/acme/teams', 1],
    ['/organizations/acme/ssh-keys', 0],
    ['/organizations/acme/agent-pools', 0],
    ['/organizations/acme/oauth-clients', 0],
    ['/organizations/acme/registry-modules', 0],
    ['/organizations/acme/organization-memberships', 1],
  ] as const)
    assert.is((await fixture.api('GET', path)).body.data.length, count, path);
});
Life.run();
