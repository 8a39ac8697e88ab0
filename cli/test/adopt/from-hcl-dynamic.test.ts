/** Dynamic blocks of the public providers before and after, as literal text. */
import { suite } from 'uvu';
import { rewritesTo } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: dynamic blocks');

test('at most one object is the only one of a list; iterators, keys and comments', () => {
  rewritesTo(
    `resource "tfe_workspace" "a" {
  name = "a"
  dynamic "vcs_repo" {
    for_each = var.repository == null ? [] : [var.repository] # if any
    content {
      # the code
      identifier                 = vcs_repo.value.identifier
      github_app_installation_id = vcs_repo.value["installation"]
    }
  }
}
resource "tfe_workspace" "b" {
  dynamic "vcs_repo" {
    for_each = { for team in [tfe_team.x] : team.name => tfe_team.x.id }
    iterator = repo
    content {
      identifier = "\${repo.key}/\${repo.value}"
      branch     = tfe_team.x.name
    }
  }
}
resource "tfe_workspace" "c" {
  dynamic "vcs_repo" {
    for_each = []
    content {}
  }
}
resource "tfe_team" "x" {}
`,
    `resource "slipway_workspace" "a" {
  name = "a"
  vcs_repo = one([
    for vcs_repo in var.repository == null ? [] : [var.repository] : { # if any
      # the code
      identifier                 = vcs_repo.identifier
      codehost_app_installation_id = vcs_repo["installation"]
    }
  ])
}
resource "slipway_workspace" "b" {
  vcs_repo = one([
    for repo_key, repo in { for team in [slipway_team.x] : team.name => slipway_team.x.id } : {
      identifier = "\${repo_key}/\${repo}"
      branch     = slipway_team.x.name
    }
  ])
}
resource "slipway_workspace" "c" {
  vcs_repo = one([
    for vcs_repo in [] : {
    }
  ])
}
resource "slipway_team" "x" {}
`,
  );
});
test('members that become attributes of the resource are expressions over the only element, and so is what the block implied', () => {
  rewritesTo(
    `resource "tfe_team_access" "a" {
  team_id = tfe_team.x.id
  access  = var.access
  dynamic "permissions" {
    for_each = tfe_team.x.sso_team_id == null ? [] : [var.permissions]
    content {
      runs      = permissions.value.runs # of all
      variables = "none"
    }
  }
}
resource "tfe_team_access" "b" {
  dynamic "permissions" {
    for_each = var.permissions
    content {
      runs = "read"
    }
  }
}
resource "tfe_data_retention_policy" "c" {
  workspace_id = "ws-1"
  dynamic "delete_older_than" {
    for_each = var.days[*]
    content {
      days = delete_older_than.value
    }
  }
  dynamic "dont_delete" {
    for_each = var.days == null ? [1] : []
    content {}
  }
}
resource "tfe_team" "x" {}
`,
    `resource "slipway_team_workspace_access" "a" {
  team_id = slipway_team.x.id
  access  = length(slipway_team.x.sso_team_id == null ? [] : [var.permissions]) > 0 ? "custom" : var.access
  runs      = one([for permissions in slipway_team.x.sso_team_id == null ? [] : [var.permissions] : permissions.runs]) # of all
  variables = one([for permissions in slipway_team.x.sso_team_id == null ? [] : [var.permissions] : "none"])
}
resource "slipway_team_workspace_access" "b" {
  access = one([for permissions in var.permissions : "custom"])
  runs = one([for permissions in var.permissions : "read"])
}
resource "slipway_data_retention_policy" "c" {
  workspace_id = "ws-1"
  delete_older_than_n_days = one([for delete_older_than in var.days[*] : delete_older_than])
  dont_delete = length(var.days == null ? [1] : []) > 0 ? true : null
}
resource "slipway_team" "x" {}
`,
  );
});
test('blocks with a name are one map over the same elements', () => {
  rewritesTo(
    `resource "tfe_no_code_module" "vpc" {
  dynamic "variable_options" {
    for_each = var.options
    content {
      type    = "string"
      name    = variable_options.key
      options = variable_options.value
    }
  }
}
`,
    `resource "slipway_no_code_module" "vpc" {
  variable_options = {
    for variable_options_key, variable_options in var.options : variable_options_key => {
      type    = "string"
      options = variable_options
    }
  }
}
`,
  );
});
test('what cannot be written so stays, with the reason', () => {
  const cases: readonly (readonly [body: string, reason: string])[] = [
    ['    content {\n      branch = "a"\n    }\n    for_each = []\n', 'its for_each is after its content'],
    [
      '    for_each = []\n    content {\n      branch = one(vcs_repo)\n    }\n',
      'its content uses vcs_repo otherwise than as vcs_repo.value or vcs_repo.key',
    ],
    ['    for_each = []\n    labels = []\n    content {}\n', 'it has more than for_each, iterator and content'],
    ['    for_each = []\n    content {\n      branch {}\n    }\n', 'it has a block inside of its content'],
    ['    for_each = [<<-EOT\n    a\n    EOT\n    ]\n    content {}\n', 'its for_each has a heredoc'],
    ['    for_each = []\n', 'it needs for_each and one content'],
  ];
  for (const [body, reason] of cases) {
    const before = `resource "tfe_workspace" "a" {\n  dynamic "vcs_repo" {\n${body}  }\n}\n`;
    rewritesTo(before, before.replace('tfe_', 'slipway_'), [
      `2 tfe_workspace.a.vcs_repo: a dynamic block to be written by hand: ${reason}`,
    ]);
  }
  const others = 'there are other blocks of its name, and Slipway has one map';
  const two = `resource "tfe_no_code_module" "a" {
  variable_options {
    name = "b"
    type = "string"
  }
  dynamic "variable_options" {
    for_each = []
    content {
      name = "c"
    }
  }
}
`;
  rewritesTo(
    two,
    two
      .replace('tfe_', 'slipway_')
      .replace(
        '  variable_options {\n    name = "b"\n    type = "string"\n  }',
        '  variable_options = {\n    "b" = {\n      type = "string"\n    }\n  }',
      ),
    [`7 tfe_no_code_module.a.variable_options: a dynamic block to be written by hand: ${others}`],
  );
});

test.run();
