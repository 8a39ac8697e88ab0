/** The other types, with the attributes of their reference pages. */
export const otherPublicTypes = `
provider "tfe" {
  alias    = "eu"
  hostname = "tfe.example.com"
  token    = "token-1"
}
provider "circleci" {
  host = "https://ci.example.com/api/v2"
  key  = "key-1"
}
resource "tfe_workspace" "web" {
  provider = tfe.eu
  name     = "web"
  vcs_repo {
    identifier                 = "acme/web"
    branch                     = "main"
    ingress_submodules         = false
    github_app_installation_id = "ghain-1"
  }
  lifecycle {
    ignore_changes = [terraform_version, vcs_repo[0].branch]
  }
}
resource "tfe_agent_pool" "builders" {
  name                = "builders"
  organization        = "acme"
  organization_scoped = true
}
resource "tfe_agent_token" "builder" {
  agent_pool_id = tfe_agent_pool.builders.id
  description   = "one"
}
resource "tfe_data_retention_policy" "web" {
  workspace_id = tfe_workspace.web.id
  delete_older_than {
    days = 42
  }
}
resource "tfe_registry_module" "vpc" {
  organization    = "acme"
  module_provider = "aws"
  name            = "vpc"
}
resource "tfe_no_code_module" "vpc" {
  registry_module = tfe_registry_module.vpc.id
  enabled         = true
  variable_options {
    name    = "region"
    type    = "string"
    options = ["eu", "us"]
  }
}
resource "tfe_organization_membership" "ada" {
  email = "ada@example.com"
}
resource "tfe_notification_configuration" "mail" {
  name             = "mail"
  enabled          = true
  destination_type = "email"
  email_user_ids   = [tfe_organization_membership.ada.user_id]
  triggers         = ["run:created", "run:errored"]
  workspace_id     = tfe_workspace.web.id
}
resource "tfe_oauth_client" "github" {
  api_url          = "https://api.github.com"
  http_url         = "https://github.com"
  oauth_token      = "oauth-token-1"
  service_provider = "github"
}
resource "tfe_organization_default_settings" "acme" {
  default_execution_mode = "agent"
  default_agent_pool_id  = tfe_agent_pool.builders.id
}
resource "tfe_project" "shop" {
  name = "shop"
}
resource "tfe_variable_set" "shared" {
  name        = "shared"
  description = "for all"
  global      = false
}
resource "tfe_project_variable_set" "shared" {
  project_id      = tfe_project.shop.id
  variable_set_id = tfe_variable_set.shared.id
}
resource "tfe_ssh_key" "git" {
  name = "git"
  key  = "key-2"
}
resource "tfe_team" "ops" {
  name       = "ops"
  visibility = "organization"
}
resource "tfe_team_organization_member" "ada" {
  team_id                    = tfe_team.ops.id
  organization_membership_id = tfe_organization_membership.ada.id
}
resource "tfe_team_project_access" "ops" {
  access     = "custom"
  team_id    = tfe_team.ops.id
  project_id = tfe_project.shop.id
  project_access {
    settings = "read"
    teams    = "none"
  }
  workspace_access {
    state_versions = "write"
    sentinel_mocks = "none"
    runs           = "apply"
    variables      = "write"
    create         = true
    locking        = true
    move           = false
    delete         = false
    run_tasks      = false
  }
}
resource "circleci_organization" "acme" {
  name     = "acme"
  vcs_type = "circleci"
}
resource "circleci_context" "deploy" {
  name            = "deploy"
  organization_id = circleci_organization.acme.id
}
resource "circleci_context_environment_variable" "region" {
  context_id = circleci_context.deploy.id
  name       = "REGION"
  value      = "eu"
}
resource "circleci_project" "web" {
  name             = "web"
  organization_id  = circleci_organization.acme.id
  project_provider = "circleci"
}
resource "circleci_project_environment_variable" "level" {
  project_slug = circleci_project.web.slug
  name         = "LEVEL"
  value        = "1"
}
resource "circleci_runner_resource_class" "linux" {
  organization_id = circleci_organization.acme.id
  resource_class  = "acme/linux"
  description     = "machines"
}
resource "circleci_runner_token" "linux" {
  organization_id = circleci_organization.acme.id
  resource_class  = circleci_runner_resource_class.linux.resource_class
  nickname        = "one"
}
resource "circleci_webhook" "done" {
  name           = "done"
  url            = "https://hooks.example.com/ci"
  signing_secret = "secret-1"
  scope_id       = circleci_project.web.id
  scope_type     = "project"
  events         = ["workflow-completed", "job-completed"]
  verify_tls     = true
}
data "tfe_workspace" "other" {
  name         = "other"
  organization = "acme"
}
data "tfe_project" "other" {
  name = "other"
}
data "tfe_variable_set" "other" {
  name = "other"
}
data "tfe_no_code_module" "other" {
  id = tfe_no_code_module.vpc.id
}
data "circleci_context" "other" {
  id = circleci_context.deploy.id
}
data "circleci_project" "other" {
  slug = "gh/acme/web"
}
data "circleci_project_environment_variable" "other" {
  project_slug = "gh/acme/web"
  name         = "LEVEL"
}
data "circleci_pipeline" "other" {
  project_id = circleci_project.web.id
  id         = "2d4b7a60-6d0e-4a6c-9a53-7d1f3c6c8a20"
}
output "read" {
  value = [
    tfe_oauth_client.github.oauth_token_id,
    tfe_workspace.web.vcs_repo[0].branch,
    data.tfe_workspace.other.terraform_version,
    data.tfe_workspace.other.vcs_repo[0].identifier,
    circleci_project.web.vcs_info_default_branch,
    data.circleci_project.other.vcs_info_url,
    tfe_team_project_access.ops.project_access[0].settings,
    tfe_data_retention_policy.web.delete_older_than[0].days,
  ]
}
`;
