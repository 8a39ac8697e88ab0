import type { EngineFixture } from './engine-fixture.ts';
import { ciResources } from './every-ci-resource.ts';
import { createRegistryModule } from './registry-module.ts';

const createSshKey = async (fixture: EngineFixture): Promise<string> => {
  const { body } = await fixture.api('POST', '/organizations/acme/ssh-keys', {
    data: { type: 'ssh-keys', attributes: { name: 'modules', value: '-----BEGIN OPENSSH PRIVATE KEY-----' } },
  });
  return body.data.id as string;
};

const workspaceResources = (sshKey: string) => `
resource "slipway_project" "shop" {
  name = "shop"
  tags = { team = "web" }
}
resource "slipway_workspace" "web" {
  name                = "web"
  project_id          = slipway_project.shop.id
  description         = "the shop"
  global_remote_state = false
}
resource "slipway_workspace" "reader" {
  name                = "reader"
  global_remote_state = false
}
resource "slipway_workspace" "exclusive" {
  name                = "exclusive"
  global_remote_state = false
}
resource "slipway_variable_set" "shared" {
  name        = "shared"
  description = "for all"
}
resource "slipway_variable_set_variable" "region" {
  variable_set_id = slipway_variable_set.shared.id
  key             = "region"
  category        = "infra"
  value           = "eu"
}
resource "slipway_variable_set_workspace" "web" {
  variable_set_id = slipway_variable_set.shared.id
  workspace_id    = slipway_workspace.web.id
}
resource "slipway_variable_set_project" "shop" {
  variable_set_id = slipway_variable_set.shared.id
  project_id      = slipway_project.shop.id
}
resource "slipway_remote_state_consumer" "reader" {
  workspace_id = slipway_workspace.web.id
  consumer_id  = slipway_workspace.reader.id
}
resource "slipway_remote_state_consumers" "exclusive" {
  workspace_id = slipway_workspace.exclusive.id
  consumer_ids = [slipway_workspace.reader.id]
}
resource "slipway_workspace_tag" "flat" {
  workspace_id = slipway_workspace.reader.id
  name         = "flat"
}
resource "slipway_workspace_tag_binding" "team" {
  workspace_id = slipway_workspace.reader.id
  key          = "team"
  value        = "web"
}
resource "slipway_workspace_ssh_key" "web" {
  workspace_id = slipway_workspace.web.id
  ssh_key_id   = "${sshKey}"
}
resource "slipway_workspace_lock" "reader" {
  workspace_id = slipway_workspace.reader.id
  reason       = "being moved"
}
resource "slipway_data_retention_policy" "web" {
  workspace_id             = slipway_workspace.web.id
  delete_older_than_n_days = 30
}
resource "slipway_no_code_module" "vpc" {
  registry_module_id = "${createRegistryModule.id}"
  enabled            = true
  variable_options   = { region = { type = "string", options = ["eu", "us"] } }
}
resource "slipway_no_code_workspace" "vpc" {
  no_code_module_id = slipway_no_code_module.vpc.id
  name              = "vpc"
  module_version    = "1.1.0"
  variables         = { region = { value = "eu" } }
}`;

/** What stands on the workspaces and the project of the others. */
const organizationResources = `
resource "slipway_organization_settings" "acme" {
  email           = "ops@acme.example"
  session_timeout = 60
}
resource "slipway_workspace_variable" "level" {
  workspace_id = slipway_workspace.web.id
  key          = "level"
  category     = "env"
  value        = "high"
}
resource "slipway_ssh_key" "modules" {
  name  = "other"
  value = "-----BEGIN OPENSSH PRIVATE KEY-----"
}
resource "slipway_agent_pool" "own" {
  name                  = "own"
  organization_scoped   = false
  allowed_workspace_ids = [slipway_workspace.web.id]
}
resource "slipway_agent_token" "own" {
  agent_pool_id = slipway_agent_pool.own.id
  description   = "first"
}
resource "slipway_run_trigger" "reader" {
  workspace_id  = slipway_workspace.reader.id
  sourceable_id = slipway_workspace.web.id
}
resource "slipway_organization_membership" "ann" {
  email = "ann@example.com"
}
resource "slipway_team" "web" {
  name                = "web"
  organization_access = { manage_modules = true }
}
resource "slipway_team_member" "ann" {
  team_id                    = slipway_team.web.id
  organization_membership_id = slipway_organization_membership.ann.id
}
resource "slipway_team_token" "web" {
  team_id     = slipway_team.web.id
  description = "for pipelines"
  expired_at  = "2099-01-01T00:00:00Z"
}
resource "slipway_team_workspace_access" "web" {
  team_id      = slipway_team.web.id
  workspace_id = slipway_workspace.web.id
  access       = "custom"
  runs         = "plan"
}
resource "slipway_team_project_access" "shop" {
  team_id        = slipway_team.web.id
  project_id     = slipway_project.shop.id
  access         = "custom"
  project_access = { settings = "update" }
}
resource "slipway_notification_configuration" "web" {
  workspace_id     = slipway_workspace.web.id
  name             = "chat"
  destination_type = "slack"
  url              = "https://chat.example.com/hook"
  triggers         = ["run:completed"]
}
resource "slipway_oauth_client" "host" {
  name               = "host"
  service_provider   = "github"
  http_url           = "https://github.com"
  api_url            = "https://api.github.com"
  oauth_token_string = "token-of-the-host"
}
resource "slipway_registry_module" "dns" {
  name            = "dns"
  module_provider = "aws"
}`;

/** A configuration with at least one object of every resource type. */
export const everyResource = async (fixture: EngineFixture, owner: string): Promise<string> => {
  await createRegistryModule(fixture);
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const [start, end] = [-2, -1].map((days) => new Date(midnight + days * 86_400_000).toISOString().replace('.000Z', 'Z'));
  return workspaceResources(await createSshKey(fixture)) + organizationResources + ciResources(owner, start!, end!);
};
