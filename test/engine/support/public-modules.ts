import { providers } from './public-configuration.ts';

/** A configuration of modules by folder, with dynamic blocks and tests, as a team has it that manages workspaces by the public provider. */
export const publicModules: { readonly [path: string]: string } = {
  'main.tf': `terraform {
  required_providers {
    tfe = { source = "${providers.tfe}" }
  }
}
provider "tfe" {
  organization = "acme"
}
resource "tfe_team" "operators" {
  name = "operators"
}
module "shop" {
  source   = "./modules/shop"
  for_each = toset(["eu"])
  name     = "shop-\${each.key}"
  team     = tfe_team.operators.id
  providers = {
    tfe = tfe
  }
}
`,
  'modules/shop/main.tf': `terraform {
  required_providers {
    tfe = {
      source                = "${providers.tfe}"
      configuration_aliases = [tfe]
    }
  }
}
variable "name" {}
variable "team" {}
variable "repository" {
  type    = object({ identifier = string, token = string })
  default = null
}
resource "tfe_workspace" "web" {
  name              = var.name
  terraform_version = "1.9.8"
  dynamic "vcs_repo" {
    for_each = var.repository == null ? [] : [var.repository]
    content {
      identifier     = vcs_repo.value.identifier
      oauth_token_id = vcs_repo.value.token
    }
  }
}
module "access" {
  source      = "../access"
  workspace   = tfe_workspace.web.id
  team        = var.team
  permissions = { runs = "apply" }
  days        = 42
}
output "release" {
  value = tfe_workspace.web.terraform_version
}
`,
  'modules/access/main.tf': `terraform {
  required_providers {
    tfe = { source = "${providers.tfe}" }
  }
}
variable "workspace" {}
variable "team" {}
variable "permissions" {
  type    = object({ runs = string })
  default = null
}
variable "days" {
  type    = number
  default = null
}
resource "tfe_team_access" "ops" {
  team_id      = var.team
  workspace_id = var.workspace
  access       = var.permissions == null ? "read" : null
  dynamic "permissions" {
    for_each = var.permissions[*]
    iterator = granted
    content {
      runs              = granted.value.runs
      variables         = "read"
      state_versions    = "read"
      sentinel_mocks    = "none"
      workspace_locking = false
      run_tasks         = false
    }
  }
}
resource "tfe_data_retention_policy" "web" {
  workspace_id = var.workspace
  dynamic "delete_older_than" {
    for_each = var.days[*]
    content {
      days = delete_older_than.value
    }
  }
}
`,
  'tests/shop.tftest.hcl': `mock_provider "tfe" {
  mock_resource "tfe_workspace" {
    defaults = { id = "ws-mocked0000000000" }
  }
  mock_resource "tfe_team" {
    defaults = { id = "team-mocked" }
  }
}
run "with_a_repository" {
  module {
    source = "./modules/shop"
  }
  command = plan
  variables {
    name       = "web"
    team       = "team-mocked"
    repository = { identifier = "acme/web", token = "ot-1" }
  }
  assert {
    condition     = tfe_workspace.web.terraform_version == "1.9.8"
    error_message = "another release"
  }
}
run "all" {
  command = plan
  assert {
    condition     = tfe_team.operators.name == "operators"
    error_message = "another name"
  }
}
`,
};
