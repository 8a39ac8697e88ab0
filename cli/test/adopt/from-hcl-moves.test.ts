/** `required_providers` and the file of moves, as literal text. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rewriteFiles } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: requirements and moves');

test('without required_providers and without a provider block the new file and a remark say what is needed', () => {
  const { after, remarks } = rewriteFiles({ 'main.tf': 'resource "tfe_team" "a" {}\n' });
  assert.is(
    after['slipway_moves.tf'],
    `terraform {
  required_providers {
    slipway = {
      source  = "terraform.local/slipway/slipway"
      version = "0.1.0"
    }
  }
}

moved {
  from = tfe_team.a
  to   = slipway_team.a
}
`,
  );
  assert.equal(remarks, [
    'slipway_moves.tf:1 provider.slipway: no file here configures it; in the root module it needs workspaces = { dialect = "hosted" }',
  ]);
});
test('a later run adds to the file of moves', () => {
  const { after } = rewriteFiles({
    'main.tf': 'terraform {\n  required_providers { slipway = {} }\n}\nprovider "slipway" {}\nresource "tfe_team" "b" {}\n',
    'slipway_moves.tf': 'moved {\n  from = tfe_team.a\n  to   = slipway_team.a\n}\n',
  });
  assert.is(
    after['slipway_moves.tf'],
    `moved {
  from = tfe_team.a
  to   = slipway_team.a
}

moved {
  from = tfe_team.b
  to   = slipway_team.b
}
`,
  );
});
test('required_providers in one line', () => {
  assert.is(
    rewriteFiles({
      'main.tf': 'terraform {\n  required_providers { tfe = { source = "hashicorp/tfe" } }\n}\nresource "tfe_team" "b" {}\n',
    }).after['main.tf'],
    `terraform {
  required_providers {
    tfe = { source = "hashicorp/tfe" }
    slipway = {
      source  = "terraform.local/slipway/slipway"
      version = "0.1.0"
    }
  }
}
resource "slipway_team" "b" {}
`,
  );
});
test('configurations that a module is given', () => {
  assert.is(
    rewriteFiles({
      'main.tf': `terraform {
  required_providers {
    tfe = {
      source                = "hashicorp/tfe"
      configuration_aliases = [tfe.eu, tfe.us]
    }
  }
}
resource "tfe_team" "b" {
  provider = tfe.eu
}
`,
    }).after['main.tf'],
    `terraform {
  required_providers {
    tfe = {
      source                = "hashicorp/tfe"
      configuration_aliases = [tfe.eu, tfe.us]
    }
    slipway = {
      source  = "terraform.local/slipway/slipway"
      version = "0.1.0"
      configuration_aliases = [slipway.eu, slipway.us]
    }
  }
}
resource "slipway_team" "b" {
  provider = slipway.eu
}
`,
  );
});
test.run();
