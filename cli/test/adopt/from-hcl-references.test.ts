/** References to blocks of the public providers before and after, as literal text. */
import { suite } from 'uvu';
import { rewritesTo } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: references');

test('references: in templates, heredocs, indexes, functions, meta arguments', () => {
  rewritesTo(
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
  value = { tfe_workspace = tfe_oauth_client.g.oauth_token_id, b = tfe_workspace.web.*.id }
}
output "all" {
  value = [for w in tfe_workspace.web : w.id]
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
  value = { tfe_workspace = one(slipway_oauth_client.g.oauth_token_ids), b = slipway_workspace.web.*.id }
}
output "all" {
  value = [for w in slipway_workspace.web : w.id]
}
`,
  );
});
test('the only one of a set, also in a template and of one of several; of all of them by hand', () => {
  rewritesTo(
    `resource "tfe_oauth_client" "g" {
  for_each = local.hosts
}
output "o" {
  value = ["\${tfe_oauth_client.g["a"].oauth_token_id}", tfe_oauth_client.g[*].oauth_token_id]
}
`,
    `resource "slipway_oauth_client" "g" {
  for_each = local.hosts
}
output "o" {
  value = ["\${one(slipway_oauth_client.g["a"].oauth_token_ids)}", slipway_oauth_client.g[*].oauth_token_id]
}
`,
    ['5 tfe_oauth_client.g.oauth_token_id: one(oauth_token_ids) of each in Slipway: write it by hand'],
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
  rewritesTo(
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
test.run();
