/** Provider blocks before and after, as literal text. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rewriteFiles } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: provider blocks');

test('a public provider that the environment alone configures is a section with its dialect', () => {
  const { after, remarks } = rewriteFiles({
    'main.tf': 'provider "tfe" {}\nresource "tfe_team" "a" {}\nresource "circleci_context" "b" {}\n',
  });
  assert.equal(remarks, []);
  assert.match(
    after['main.tf']!,
    `provider "slipway" {
  workspaces = {
    dialect = "hosted"
  }
  ci = {
    dialect = "hosted"
  }
}
`,
  );
});
test('both public providers become the two sections of one; settings by our names', () => {
  const { after, remarks } = rewriteFiles({
    'main.tf': `terraform {
  required_providers {
    tfe      = { source = "hashicorp/tfe" }
    circleci = { source = "CircleCI-Public/circleci" }
  }
}
# both
provider "tfe" {
  hostname     = "tfe.example.com" # ours
  organization = local.organization
}
provider "circleci" {
  host = "https://circleci.com/api/v2"
  key  = var.key
}
`,
    'teams.tf': 'resource "tfe_team" "a" {}\nresource "circleci_context" "b" {}\n',
  });
  assert.equal(remarks, []);
  assert.is(
    after['main.tf'],
    `terraform {
  required_providers {
    tfe      = { source = "hashicorp/tfe" }
    circleci = { source = "CircleCI-Public/circleci" }
    slipway = {
      source  = "terraform.local/slipway/slipway"
      version = "0.1.0"
    }
  }
}
# both
provider "slipway" {
  workspaces = {
    dialect = "hosted"
    address     = "https://tfe.example.com" # ours
    organization = local.organization
  }
  ci = {
    dialect = "hosted"
    address = "https://circleci.com"
    token  = var.key
  }
}
`,
  );
  assert.is(
    after['slipway_moves.tf'],
    `moved {
  from = tfe_team.a
  to   = slipway_team.a
}

moved {
  from = circleci_context.b
  to   = slipway_ci_context.b
}
`,
  );
});
test('aliases stay, and resources follow; a host that is an expression', () => {
  const { after, remarks } = rewriteFiles({
    'main.tf': `provider "tfe" {
  alias           = "eu"
  hostname        = var.host
  ssl_skip_verify = true
}
resource "tfe_team" "a" {
  provider = tfe.eu
}
`,
  });
  assert.is(
    after['main.tf'],
    `provider "slipway" {
  alias = "eu"
  workspaces = {
    dialect = "hosted"
    address        = "https://\${var.host}"
  }
}
resource "slipway_team" "a" {
  provider = slipway.eu
}
`,
  );
  assert.equal(remarks, ['main.tf:1 provider.tfe.ssl_skip_verify: the provider slipway has no such setting: it is omitted']);
});
test('a provider that something still needs stays beside ours: a block without counterpart, a module, a removed block', () => {
  for (const user of [
    'resource "tfe_team_token" "t" {}\n',
    'module "m" {\n  source = "./m"\n}\n',
    'removed {\n  from = tfe_team.old\n}\n',
    'ephemeral "tfe_agent_token" "e" {}\n',
  ])
    assert.is(
      rewriteFiles({ 'main.tf': `provider "tfe" { token = var.token }\nresource "tfe_team" "a" {}\n${user}` }).after['main.tf'],
      `provider "tfe" { token = var.token }

provider "slipway" {
  workspaces = {
    dialect = "hosted"
    token = var.token
  }
}
resource "slipway_team" "a" {}
${user}`,
    );
});
test('a provider under another local name; another provider under the same name', () => {
  const { after, remarks } = rewriteFiles({
    'main.tf': `terraform {
  required_providers {
    slipway  = {}
    cloud    = { source = "registry.example/hashicorp/tfe" }
    circleci = { source = "mrolla/circleci" }
  }
}
provider "cloud" {}
provider "circleci" {}
resource "tfe_team" "a" {
  provider = cloud
}
resource "circleci_context" "b" {}
`,
  });
  assert.is(
    after['main.tf'],
    `terraform {
  required_providers {
    slipway  = {}
    cloud    = { source = "registry.example/hashicorp/tfe" }
    circleci = { source = "mrolla/circleci" }
  }
}
provider "slipway" {
  workspaces = {
    dialect = "hosted"
  }
}
provider "circleci" {}
resource "slipway_team" "a" {
  provider = slipway
}
resource "circleci_context" "b" {}
`,
  );
  assert.equal(remarks, ['main.tf:17 circleci_context.b: it is of the provider mrolla/circleci']);
});
test('a provider block of ours that lacks the section is completed by hand', () => {
  const { after, remarks } = rewriteFiles({
    'main.tf': 'provider "slipway" {\n  ci = {}\n}\nprovider "tfe" {}\nresource "tfe_team" "a" {}\n',
  });
  assert.is(after['main.tf'], 'provider "slipway" {\n  ci = {}\n}\nprovider "tfe" {}\nresource "slipway_team" "a" {}\n');
  assert.equal(remarks, ['main.tf:4 provider.tfe: write its settings as "workspaces" of provider "slipway"']);
});

test.run();
