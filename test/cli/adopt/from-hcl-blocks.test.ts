/** Configurations of the public providers before and after, as literal text. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rewriteFolder } from '../../../src/cli/adopt/from-hcl/rewrite-folder.ts';
import { fc } from '../../support/seed.ts';

const test = suite('slipway adopt --from-hcl: blocks and references');

/** Beside what is tested: what else would be written. */
const around = 'terraform {\n  required_providers {\n    slipway = {}\n  }\n}\nprovider "slipway" {}\n';

/** The file after it, without what is around, and the remarks: `line subject: reason`. */
const rewrite = (text: string): { readonly text: string; readonly remarks: readonly string[] } => {
  const { files, remarks } = rewriteFolder([
    { path: 'around.tf', text: around },
    { path: 'main.tf', text },
  ]);
  return {
    text: files.find(({ path }) => path === 'main.tf')?.text ?? text,
    remarks: remarks.map(({ line, subject, reason }) => `${line} ${subject}: ${reason}`),
  };
};
const same = (before: string, after: string, remarks: readonly string[] = []): void => {
  const found = rewrite(before);
  assert.is(found.text, after);
  assert.equal(found.remarks, remarks);
  assert.is(rewrite(after).text, after, 'the second run changes nothing');
};

test('the type, attributes of another name and a nested block; comments and blanks stay', () => {
  same(
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
  same(
    'resource "tfe_team_access" "a" {\r\n  permissions { runs = "read" }\r\n}\r\n',
    'resource "slipway_team_workspace_access" "a" {\r\n  access = "custom"\r\n  runs = "read"\r\n}\r\n',
  );
});
test('members of a block become attributes beside it', () => {
  same(
    `resource "tfe_team_access" "a" {
  team_id = "team-1"
  permissions { # why
    # of runs
    runs      = "read"
    variables = "write"
  }
}
resource "tfe_team_access" "b" {
  access = "custom"
  permissions {
    runs = "read"
  }
}
resource "tfe_data_retention_policy" "c" {
  workspace_id = "ws-1"
  delete_older_than {
    days = 42 # six weeks
  }
}
resource "tfe_data_retention_policy" "d" {
  workspace_id = "ws-2"
  dont_delete {}
}
`,
    `resource "slipway_team_workspace_access" "a" {
  team_id = "team-1"
  access = "custom" # why
  # of runs
  runs      = "read"
  variables = "write"
}
resource "slipway_team_workspace_access" "b" {
  access = "custom"
  runs = "read"
}
resource "slipway_data_retention_policy" "c" {
  workspace_id = "ws-1"
  delete_older_than_n_days = 42 # six weeks
}
resource "slipway_data_retention_policy" "d" {
  workspace_id = "ws-2"
  dont_delete = true
}
`,
  );
});
test('nested blocks of one line', () => {
  same(
    `resource "tfe_team" "y" {
  organization_access { manage_vcs_settings = true }
}
`,
    `resource "slipway_team" "y" {
  organization_access = { manage_vcs_settings = true }
}
`,
  );
});
test('a variable is what its owner says', () => {
  same(
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
  same(
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
resource "circleci_pipeline" "d" {
  config_source_provider   = "github_app"
  checkout_source_provider = tfe_variable.a.value
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
resource "slipway_ci_pipeline_definition" "d" {
  config_source_provider   = "codehost_app"
  checkout_source_provider = replace(replace(slipway_workspace_variable.a.value, "github_app", "codehost_app"), "bitbucket_dc", "codehost_dc")
}
`,
  );
});
test('references: in templates, heredocs, indexes, functions, meta arguments', () => {
  same(
    `resource "tfe_workspace" "web" {
  for_each = toset(["a"])
  lifecycle {
    ignore_changes = [terraform_version, vcs_repo[0].branch, tags["a"]]
    postcondition {
      condition     = self.terraform_version != ""
      error_message = "x"
    }
  }
}
resource "tfe_ssh_key" "k" {
  key = <<-EOT
    \${tfe_workspace.web["a"].terraform_version} tfe_workspace.web.terraform_version
    %{ if tfe_workspace.web["a"].vcs_repo[0].branch == "" }\${"\${tfe_workspace.web[tfe_oauth_client.g.id].id}"}%{ endif }
  EOT
  depends_on = [tfe_workspace.web, data.tfe_project.p]
}
resource "tfe_oauth_client" "g" {
  oauth_token = var.tfe_workspace.web
}
data "tfe_project" "p" {
  name = "p"
}
check "c" {
  data "tfe_workspace" "w" {
    name = local.tfe_workspace.web.name
  }
  assert {
    condition = data.tfe_workspace.w.terraform_version == tfe_workspace.other.terraform_version
  }
}
output "o" {
  value = { tfe_workspace = tfe_oauth_client.g.oauth_token_id, b = tfe_workspace.web.*.id, c = [for w in tfe_workspace.web : w.id] }
}
`,
    `resource "slipway_workspace" "web" {
  for_each = toset(["a"])
  lifecycle {
    ignore_changes = [engine_version, vcs_repo.branch, tags["a"]]
    postcondition {
      condition     = self.engine_version != ""
      error_message = "x"
    }
  }
}
resource "slipway_ssh_key" "k" {
  value = <<-EOT
    \${slipway_workspace.web["a"].engine_version} tfe_workspace.web.terraform_version
    %{ if slipway_workspace.web["a"].vcs_repo.branch == "" }\${"\${slipway_workspace.web[slipway_oauth_client.g.id].id}"}%{ endif }
  EOT
  depends_on = [slipway_workspace.web, data.slipway_project.p]
}
resource "slipway_oauth_client" "g" {
  oauth_token_string = var.tfe_workspace.web
}
data "slipway_project" "p" {
  name = "p"
}
check "c" {
  data "slipway_workspace" "w" {
    name = local.tfe_workspace.web.name
  }
  assert {
    condition = data.slipway_workspace.w.engine_version == tfe_workspace.other.terraform_version
  }
}
output "o" {
  value = { tfe_workspace = slipway_oauth_client.g.oauth_token_ids[0], b = slipway_workspace.web.*.id, c = [for w in slipway_workspace.web : w.id] }
}
`,
  );
});
test('imports follow; what moved or was removed before is history and stays', () => {
  const history = `moved {
  from = tfe_workspace.old
  to   = tfe_workspace.web
}
removed {
  from = tfe_workspace.gone
}
`;
  same(
    `${history}import {
  to = tfe_workspace.web
  id = "acme/web"
}
resource "tfe_workspace" "web" {}
`,
    `${history}import {
  to = slipway_workspace.web
  id = "acme/web"
}
resource "slipway_workspace" "web" {}
`,
  );
});
test('types of the CI service', () => {
  same(
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
test('what has no counterpart stays, with its line in the new file and the reason', () => {
  same(
    `resource "tfe_workspace" "web" {
  ssh_key_id = "sshkey-1"
  dynamic "vcs_repo" {
    for_each = []
    content {}
  }
}
resource "tfe_team_access" "a" {
  permissions {
    runs = "read"
  }
}
resource "tfe_team_token" "t" {}
resource "tfe_registry_module" "m" {
  vcs_repo {}
}
resource "tfe_data_retention_policy" "p" {
  organization = "acme"
}
data "tfe_organization" "o" {}
ephemeral "tfe_agent_token" "e" {}
output "o" {
  value = [tfe_workspace.web.html_url, tfe_workspace.web.vcs_repo[*].branch]
}
`,
    `resource "slipway_workspace" "web" {
  ssh_key_id = "sshkey-1"
  dynamic "vcs_repo" {
    for_each = []
    content {}
  }
}
resource "slipway_team_workspace_access" "a" {
  access = "custom"
  runs = "read"
}
resource "tfe_team_token" "t" {}
resource "tfe_registry_module" "m" {
  vcs_repo {}
}
resource "tfe_data_retention_policy" "p" {
  organization = "acme"
}
data "tfe_organization" "o" {}
ephemeral "tfe_agent_token" "e" {}
output "o" {
  value = [slipway_workspace.web.html_url, slipway_workspace.web.vcs_repo[*].branch]
}
`,
    [
      '2 tfe_workspace.web.ssh_key_id: slipway_workspace has no such argument: remove it, or say it elsewhere',
      '3 tfe_workspace.web.vcs_repo: a dynamic block: Slipway has an attribute, written with an expression',
      '12 tfe_team_token.t: Slipway has no counterpart of tfe_team_token',
      '13 tfe_registry_module.m: Slipway has modules that are published by uploads, not by a repository',
      '16 tfe_data_retention_policy.p: Slipway has retention policies of workspaces only',
      '19 data.tfe_organization.o: Slipway has no counterpart of the data source tfe_organization',
      '20 ephemeral.tfe_agent_token.e: write an ephemeral resource by hand',
      '22 tfe_workspace.web.html_url: slipway_workspace has no such attribute',
      '22 tfe_workspace.web.vcs_repo: a list there, no list in Slipway: write it by hand',
    ],
  );
});
test('a name that is taken stays', () => {
  same('resource "tfe_team" "a" {}\nresource "slipway_team" "a" {}\n', 'resource "tfe_team" "a" {}\nresource "slipway_team" "a" {}\n', [
    '1 tfe_team.a: slipway_team.a is already there',
  ]);
});

const word = fc.constantFrom(
  'aws_instance',
  'tfe',
  'data',
  'tfe_workspace.a',
  '"tfe_workspace"',
  '"${tfe_variable.x.id}"',
  '1',
  'var.tfe',
  '{ a = 1 }',
);
const attribute = fc
  .tuple(fc.constantFrom('a', 'provider', 'vcs_repo', 'for_each'), word)
  .map(([name, value]) => `  ${name}  = ${value} # ${value}\r\n`);
const block = fc
  .tuple(
    fc.constantFrom('resource "aws_instance" "x"', 'locals', 'provider "aws"', 'moved', 'output "tfe"'),
    fc.array(attribute, { maxLength: 4 }),
  )
  .map(([head, lines]) => `${head} {\r\n${lines.join('')}}\n\n`);

test('a folder without a block of the public providers does not change', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      assert.equal(rewriteFolder([{ path: 'main.tf', text: blocks.join('') }]), { files: [], moves: [], remarks: [] });
    }),
  );
});

test.run();
