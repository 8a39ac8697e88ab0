/** Nested blocks of the public providers before and after, as literal text. */
import { suite } from 'uvu';
import { rewritesTo } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: nested blocks');

test('members of a block become attributes of the resource', () => {
  rewritesTo(
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
  rewritesTo(
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
test('blocks with a name are one map', () => {
  rewritesTo(
    `resource "tfe_no_code_module" "vpc" {
  module = tfe_registry_module.vpc.id

  # of both
  variable_options {
    name    = "ami"
    type    = "string" # always
    options = [
      "ami-0",
    ]
  }
  variable_options {
    type    = "string"
    name    = "region"

    options = []
  }
}
resource "tfe_registry_module" "vpc" {}
`,
    `resource "slipway_no_code_module" "vpc" {
  registry_module_id = slipway_registry_module.vpc.id

  # of both
  variable_options = {
    "ami" = {
      type    = "string" # always
      options = [
        "ami-0",
      ]
    }
    "region" = {
      type    = "string"

      options = []
    }
  }
}
resource "slipway_registry_module" "vpc" {}
`,
  );
});
test('blocks with a name that is not a literal, or with others between them, are one map by hand', () => {
  const before = `resource "tfe_no_code_module" "vpc" {
  variable_options {
    name = var.name
  }
}
`;
  rewritesTo(before, before.replace('tfe_no', 'slipway_no'), [
    '2 tfe_no_code_module.vpc.variable_options: one map in Slipway: write it by hand',
  ]);
});

test.run();
