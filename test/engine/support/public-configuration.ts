/** Addresses under which our provider stands in for the public ones. */
export const providers = { tfe: 'terraform.local/hashicorp/tfe', circleci: 'terraform.local/circleci-public/circleci' };

export const required = `terraform {
  required_providers {
    tfe      = { source = "${providers.tfe}" }
    circleci = { source = "${providers.circleci}" }
  }
}
`;

/** As a team has it that manages both services by their public providers. `owner`: the ID of the CI organization. */
// oxlint-disable-next-line max-lines-per-function -- a configuration
export const publicConfiguration = (owner: string): string => `${required}
provider "tfe" {
  organization = "acme"
}
provider "circleci" {}

locals {
  services = toset(["api", "web"])
}

resource "tfe_project" "shop" {
  name = "shop"
}
resource "tfe_workspace" "service" {
  for_each            = local.services
  name                = each.key
  project_id          = tfe_project.shop.id
  terraform_version   = "1.9.8" # of all
  global_remote_state = false
  tag_names           = ["shop"]
}
resource "tfe_run_trigger" "web" {
  workspace_id  = tfe_workspace.service["web"].id
  sourceable_id = tfe_workspace.service["api"].id
}
resource "tfe_variable_set" "shared" {
  name = "shared"
}
resource "tfe_workspace_variable_set" "shared" {
  for_each        = tfe_workspace.service
  variable_set_id = tfe_variable_set.shared.id
  workspace_id    = each.value.id
}
resource "tfe_variable" "region" {
  variable_set_id = tfe_variable_set.shared.id
  key             = "region"
  value           = "eu"
  category        = "terraform"
}
resource "tfe_variable" "stage" {
  workspace_id = tfe_workspace.service["web"].id
  key          = "STAGE"
  value        = "\${tfe_project.shop.name}-live"
  category     = "env"
}
resource "tfe_team" "ops" {
  name = "ops"
  organization_access {
    manage_vcs_settings = true
  }
}
moved {
  from = tfe_team.operators
  to   = tfe_team.ops
}
resource "tfe_team_access" "ops" {
  team_id      = tfe_team.ops.id
  workspace_id = tfe_workspace.service["web"].id
  permissions {
    runs              = "apply"
    variables         = "read"
    state_versions    = "read"
    sentinel_mocks    = "none"
    workspace_locking = false
    run_tasks         = false
  }
}

resource "circleci_context" "deploy" {
  organization_id = "${owner}"
  name            = "deploy"
}
resource "circleci_context_restriction" "web" {
  context_id = circleci_context.deploy.id
  type       = "project"
  value      = circleci_project.web.id
}
resource "circleci_project" "web" {
  name             = "web"
  organization_id  = "${owner}"
  project_provider = "circleci"
}
resource "circleci_pipeline" "build" {
  project_id                       = circleci_project.web.id
  name                             = "build"
  config_source_provider           = "github_app"
  config_source_repo_external_id   = "1"
  config_source_file_path          = ".circleci/config.yml"
  checkout_source_provider         = "github_app"
  checkout_source_repo_external_id = "1"
}
resource "circleci_trigger" "pushes" {
  project_id                    = circleci_project.web.id
  pipeline_id                   = circleci_pipeline.build.id
  event_source_provider         = "github_app"
  event_source_repo_external_id = "1"
  event_preset                  = "all-pushes"
}
`;
