/** Blocks of the public providers before and after, as literal text. */
import { suite } from 'uvu';
import { rewritesTo } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: blocks');

test('the type, attributes of another name and a nested block; comments and blanks stay', () => {
  rewritesTo(
    `# the shop
resource "tfe_workspace" "web" {   // one
  name              = "web"   /* two */
  terraform_version = "1.9.0" # tfe_workspace.web.terraform_version

  vcs_repo {
    identifier                 = "acme/web" # three
    github_app_installation_id = "ghain-1"
  }
}
`,
    `# the shop
resource "slipway_workspace" "web" {   // one
  name              = "web"   /* two */
  engine_version = "1.9.0" # tfe_workspace.web.terraform_version

  vcs_repo = {
    identifier                 = "acme/web" # three
    codehost_app_installation_id = "ghain-1"
  }
}
`,
  );
});
test('line breaks of Windows stay, also where something is written', () => {
  rewritesTo(
    'resource "tfe_team_access" "a" {\r\n  permissions { runs = "read" }\r\n}\r\n',
    'resource "slipway_team_workspace_access" "a" {\r\n  access = "custom"\r\n  runs = "read"\r\n}\r\n',
  );
});
test('a reference in an attribute that is removed goes with it', () => {
  rewritesTo(
    `resource "circleci_organization" "acme" {}
resource "circleci_runner_token" "a" {
  organization_id = circleci_organization.acme.id
  nickname        = circleci_organization.acme.name
}
`,
    `resource "slipway_ci_organization" "acme" {}
resource "slipway_ci_runner_token" "a" {
  nickname        = slipway_ci_organization.acme.name
}
`,
    ['3 circleci_runner_token.a.organization_id: removed: slipway_ci_runner_token does not need it'],
  );
});
test('a variable is what its owner says', () => {
  rewritesTo(
    `resource tfe_variable "a" {
  workspace_id = "ws-1"
}
resource "tfe_variable" "b" {
  variable_set_id = "varset-1"
}
resource "tfe_variable" "c" {
  key = "c"
}
output "o" { value = [tfe_variable.a.id, tfe_variable.b.id, tfe_variable.c.id] }
`,
    `resource slipway_workspace_variable "a" {
  workspace_id = "ws-1"
}
resource "slipway_variable_set_variable" "b" {
  variable_set_id = "varset-1"
}
resource "tfe_variable" "c" {
  key = "c"
}
output "o" { value = [slipway_workspace_variable.a.id, slipway_variable_set_variable.b.id, tfe_variable.c.id] }
`,
    ['7 tfe_variable.c: its counterpart is decided by variable_set_id or workspace_id: name exactly one'],
  );
});
test('values that are called otherwise: in a literal, and in an expression', () => {
  rewritesTo(
    `resource "tfe_variable" "a" {
  workspace_id = "ws-1"
  category     = "terraform" # of the engine
}
resource "tfe_variable" "b" {
  workspace_id = "ws-1"
  category     = "env"
}
resource "tfe_variable" "c" {
  variable_set_id = "varset-1"
  category        = var.category
}
resource "tfe_team" "a" {}
resource "circleci_pipeline" "d" {
  config_source_provider   = "github_app"
  checkout_source_provider = tfe_team.a.name
}
`,
    `resource "slipway_workspace_variable" "a" {
  workspace_id = "ws-1"
  category     = "infra" # of the engine
}
resource "slipway_workspace_variable" "b" {
  workspace_id = "ws-1"
  category     = "env"
}
resource "slipway_variable_set_variable" "c" {
  variable_set_id = "varset-1"
  category        = replace(var.category, "terraform", "infra")
}
resource "slipway_team" "a" {}
resource "slipway_ci_pipeline_definition" "d" {
  config_source_provider   = "codehost_app"
  checkout_source_provider = replace(replace(slipway_team.a.name, "github_app", "codehost_app"), "bitbucket_dc", "codehost_dc")
}
`,
  );
});
test('types of the CI service', () => {
  rewritesTo(
    `resource "circleci_project" "web" {
  name             = "web"
  organization_id  = circleci_organization.o.id
  project_provider = "circleci"
}
resource "circleci_organization" "o" {}
resource "circleci_trigger" "t" {
  project_id  = circleci_project.web.id
  pipeline_id = "p"
}
output "o" { value = [circleci_project.web.vcs_info_url, circleci_trigger.t.event_source_web_hook_url] }
`,
    `resource "slipway_ci_project" "web" {
  name             = "web"
  organization  = slipway_ci_organization.o.id
}
resource "slipway_ci_organization" "o" {}
resource "slipway_ci_trigger" "t" {
  project_id  = slipway_ci_project.web.id
  pipeline_definition_id = "p"
}
output "o" { value = [slipway_ci_project.web.vcs_info.vcs_url, slipway_ci_trigger.t.event_source_webhook_url] }
`,
    ['4 circleci_project.web.project_provider: removed: slipway_ci_project does not need it'],
  );
});
test.run();
