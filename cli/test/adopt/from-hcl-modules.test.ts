/** Folders of modules, rewritten together with the configuration that calls them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adoptFromHcl } from '../../src/adopt/from-hcl/adopt-from-hcl.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rewriteFiles } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: modules');

const root = `terraform {
  required_providers {
    tfe = { source = "hashicorp/tfe" }
  }
}
provider "tfe" {
  alias = "eu"
}
module "shop" {
  source = "./modules/shop"
  providers = {
    tfe = tfe.eu # of Europe
  }
}
import {
  to = module.shop["a"].tfe_workspace.web
  id = "ws-1"
}
output "web" {
  value = module.shop.web
}
`;
const shop = `terraform {
  required_providers {
    tfe = {
      source                = "hashicorp/tfe"
      configuration_aliases = [tfe]
    }
  }
}
module "teams" {
  source = "../teams"
}
resource "tfe_workspace" "web" {
  name              = "web"
  terraform_version = "1.9.8"
}
output "web" {
  value = tfe_workspace.web.terraform_version
}
`;
const required = `    slipway = {
      source  = "terraform.local/slipway/slipway"
      version = "0.1.0"
`;

test('a module and those that it calls are rewritten with their caller, which hands on the configuration of Slipway', () => {
  const { after, remarks } = rewriteFiles({
    'main.tf': root,
    'modules/shop/main.tf': shop,
    'modules/teams/main.tf': 'resource "tfe_team" "ops" {\n  name = "ops"\n}\n',
  });
  assert.equal(remarks, []);
  assert.is(
    after['main.tf'],
    root
      .replace('{ source = "hashicorp/tfe" }\n', `{ source = "hashicorp/tfe" }\n${required}    }\n`)
      .replace(
        'provider "tfe" {\n  alias = "eu"\n}',
        'provider "slipway" {\n  alias = "eu"\n  workspaces = {\n    dialect = "hosted"\n  }\n}',
      )
      .replace('tfe = tfe.eu', 'slipway = slipway.eu')
      .replace('tfe_workspace', 'slipway_workspace'),
  );
  assert.is(
    after['modules/shop/main.tf'],
    shop
      .replace('\n      configuration_aliases = [tfe]', '')
      .replace('"hashicorp/tfe"\n    }\n', `"hashicorp/tfe"\n    }\n${required}    }\n`)
      .replaceAll('tfe_workspace', 'slipway_workspace')
      .replaceAll('terraform_version', 'engine_version'),
  );
  assert.is(after['modules/teams/main.tf'], 'resource "slipway_team" "ops" {\n  name = "ops"\n}\n');
  assert.is(after['modules/shop/slipway_moves.tf'], 'moved {\n  from = tfe_workspace.web\n  to   = slipway_workspace.web\n}\n');
  assert.is(
    after['modules/teams/slipway_moves.tf'],
    `terraform {\n  required_providers {\n${required}    }\n  }\n}\n\nmoved {\n  from = tfe_team.ops\n  to   = slipway_team.ops\n}\n`,
  );
  assert.is(after['slipway_moves.tf'], undefined, 'the caller has nothing that moves');
});
test('a public provider that a module still needs is handed on beside ours, under its aliases', () => {
  const { after } = rewriteFiles({
    'main.tf': `provider "tfe" {}
module "a" {
  source    = "./a"
  providers = { tfe.eu = tfe }
}
module "b" {
  source = "./a"
  providers = {
    tfe.eu = tfe
  }
}
`,
    'a/main.tf': `terraform {
  required_providers {
    tfe = {
      source                = "hashicorp/tfe"
      configuration_aliases = [tfe.eu]
    }
  }
}
resource "tfe_team" "a" {
  provider = tfe.eu
}
resource "tfe_team_token" "t" {
  provider = tfe.eu
}
`,
  });
  assert.is(
    after['main.tf'],
    `provider "tfe" {}

provider "slipway" {
  workspaces = {
    dialect = "hosted"
  }
}
module "a" {
  source    = "./a"
  providers = { tfe.eu = tfe, slipway.eu = slipway }
}
module "b" {
  source = "./a"
  providers = {
    tfe.eu = tfe
    slipway.eu = slipway
  }
}
`,
  );
  assert.match(after['a/main.tf']!, 'configuration_aliases = [tfe.eu]');
  assert.match(after['a/main.tf']!, 'configuration_aliases = [slipway.eu]');
  assert.match(after['a/main.tf']!, 'resource "slipway_team" "a" {\n  provider = slipway.eu\n}');
});
test('both public providers are one of Slipway; two that differ are said', () => {
  const files = (circleci: string) => ({
    'main.tf': `provider "tfe" {}
provider "circleci" {}
module "a" {
  source = "./a"
  providers = {
    tfe = tfe
    circleci = ${circleci}
  }
}
`,
    'a/main.tf': 'resource "tfe_team" "a" {}\nresource "circleci_context" "b" {}\n',
  });
  const { after, remarks } = rewriteFiles(files('circleci'));
  assert.match(after['main.tf']!, '  providers = {\n    slipway = slipway\n  }\n');
  assert.equal(remarks, []);
  assert.equal(rewriteFiles(files('circleci.eu')).remarks, [
    'main.tf:13 module.a: slipway is slipway there already, and slipway.eu here: write one provider block',
  ]);
});
test('modules that are not rewritten together are named', () => {
  assert.equal(
    rewriteFiles({
      'main.tf': `provider "tfe" {}
resource "tfe_team" "a" {}
module "b" {
  source = "../b"
}
module "c" {
  source = "acme/c/tfe"
}
`,
    }).remarks,
    [
      'main.tf:9 module.b: its folder is not below the folder that is rewritten: rewrite it, too',
      'main.tf:12 module.c: it is no folder here: rewrite it where it comes from',
    ],
  );
});
test('folders are read as modules are called; without configuration in the folder, each below it; not what an engine put there', () => {
  const team = 'resource "tfe_team" "a" {}\n';
  const called = temporaryFolder({
    'main.tf': 'module "a" {\n  source = "./a"\n}\n',
    'a/main.tf': 'module "b" {\n  source = "../b/"\n}\n',
    'b/main.tf': team,
    'c/main.tf': team,
    '.terraform/modules/d/main.tf': team,
  });
  const { files, moves } = JSON.parse(adoptFromHcl(called, { json: true }));
  assert.equal(files.sort(), ['a/slipway_moves.tf', 'b/main.tf', 'b/slipway_moves.tf', 'slipway_moves.tf']);
  assert.equal(moves, [{ folder: 'b', from: 'tfe_team.a', to: 'slipway_team.a' }]);
  assert.is(readFileSync(join(called, 'c/main.tf'), 'utf8'), team);
  const apart = temporaryFolder({
    'live/eu/main.tf': 'provider "tfe" {}\nmodule "a" {\n  source = "../../modules/a"\n}\n',
    'live/us/main.tf': 'provider "tfe" {}\nmodule "a" {\n  source = "../../modules/a"\n}\n',
    'modules/a/main.tf': team,
    '.terraform/main.tf': team,
    'node_modules/a/main.tf': team,
  });
  const second = JSON.parse(adoptFromHcl(apart, { json: true }));
  assert.equal(second.files.sort(), [
    'live/eu/main.tf',
    'live/eu/slipway_moves.tf',
    'live/us/main.tf',
    'live/us/slipway_moves.tf',
    'modules/a/main.tf',
    'modules/a/slipway_moves.tf',
  ]);
  assert.equal(second.remarks, []);
});

test.run();
