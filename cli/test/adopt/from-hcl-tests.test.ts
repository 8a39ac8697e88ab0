/** Files of `terraform test` before and after, as literal text. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rewriteFiles } from './support/rewritten.ts';

const test = suite('slipway adopt --from-hcl: test files');

const main = `resource "tfe_workspace" "web" {
  name              = "web"
  terraform_version = var.release
}
data "tfe_project" "shop" {
  name = "shop"
}
variable "release" {}
`;
const around = { 'around.tf': 'terraform {\n  required_providers {\n    slipway = {}\n  }\n}\nprovider "slipway" {}\n', 'main.tf': main };

// oxlint-disable-next-line max-lines-per-function -- a configuration before and after
test('runs, their conditions and expected failures; mocks and overrides with values by our names', () => {
  const { after, remarks } = rewriteFiles({
    ...around,
    'tests/web.tftest.hcl': `mock_provider "tfe" { # no service
  mock_resource "tfe_workspace" {
    defaults = {
      "terraform_version" : "1.9.8"
      vcs_repo = [{ identifier = "acme/web", github_app_installation_id = "1" }]
      name     = "any", html_url = "https://example.com"
    }
  }
  mock_data "tfe_project" {}
}
override_data {
  target = data.tfe_project.shop
  values = { name = "shop" }
}
variables {
  release = "1.9.8"
}
run "plans" {
  command = plan
  override_resource {
    target = tfe_workspace.web
    values = {
      terraform_version = "1.9.9"
    }
  }
  expect_failures = [tfe_workspace.web]
  assert {
    condition     = tfe_workspace.web.terraform_version == "1.9.9" && data.tfe_project.shop.name == "shop"
    error_message = "is \${tfe_workspace.web.terraform_version}"
  }
}
run "alone" {
  module {
    source = "./elsewhere"
  }
  assert {
    condition     = tfe_workspace.web.terraform_version == run.plans.release
    error_message = "of a module that is not here"
  }
}
`,
  });
  assert.is(
    after['tests/web.tftest.hcl'],
    `mock_provider "slipway" { # no service
  mock_resource "slipway_workspace" {
    defaults = {
      "engine_version" : "1.9.8"
      vcs_repo = { identifier = "acme/web", codehost_app_installation_id = "1" }
      name     = "any", html_url = "https://example.com"
    }
  }
  mock_data "slipway_project" {}
}
override_data {
  target = data.slipway_project.shop
  values = { name = "shop" }
}
variables {
  release = "1.9.8"
}
run "plans" {
  command = plan
  override_resource {
    target = slipway_workspace.web
    values = {
      engine_version = "1.9.9"
    }
  }
  expect_failures = [slipway_workspace.web]
  assert {
    condition     = slipway_workspace.web.engine_version == "1.9.9" && data.slipway_project.shop.name == "shop"
    error_message = "is \${slipway_workspace.web.engine_version}"
  }
}
run "alone" {
  module {
    source = "./elsewhere"
  }
  assert {
    condition     = tfe_workspace.web.terraform_version == run.plans.release
    error_message = "of a module that is not here"
  }
}
`,
  );
  assert.equal(remarks, ['tests/web.tftest.hcl:6 mock.tfe_workspace.html_url: slipway_workspace has no such attribute: remove it']);
});
test('providers, and those that a run is given; resources of modules; modules that a run names', () => {
  const { after, remarks } = rewriteFiles({
    ...around,
    'main.tf': 'module "shop" {\n  source = "./shop"\n}\n',
    'shop/main.tf': main,
    'shop.tftest.hcl': `provider "tfe" {
  token = var.token
}
provider "tfe" {
  alias = "eu"
}
override_resource {
  target = module.shop["a"].tfe_workspace.web
  values = { terraform_version = "1" }
}
run "shop" {
  module {
    source = "./shop"
  }
  providers = {
    tfe = tfe.eu
  }
  assert {
    condition     = tfe_workspace.web.terraform_version == "1"
    error_message = "another"
  }
}
`,
  });
  assert.equal(remarks, []);
  assert.is(
    after['shop.tftest.hcl'],
    `provider "slipway" {
  workspaces = {
    dialect = "hosted"
    token = var.token
  }
}
provider "slipway" {
  alias = "eu"
  workspaces = {
    dialect = "hosted"
  }
}
override_resource {
  target = module.shop["a"].slipway_workspace.web
  values = { engine_version = "1" }
}
run "shop" {
  module {
    source = "./shop"
  }
  providers = {
    slipway = slipway.eu
  }
  assert {
    condition     = slipway_workspace.web.engine_version == "1"
    error_message = "another"
  }
}
`,
  );
});
test('both public providers are mocked by one; a public provider that is still needed stays mocked beside it', () => {
  const { after, remarks } = rewriteFiles({
    ...around,
    'main.tf': 'resource "tfe_team" "a" {}\nresource "tfe_team_token" "t" {}\nresource "circleci_context" "b" {}\n',
    'tests/a.tofutest.hcl': `mock_provider "tfe" {
  mock_resource "tfe_team" {
    defaults = { name = "a" }
  }
  mock_resource "tfe_team_token" {}
}
mock_provider "circleci" {
  mock_resource "circleci_context" {
    defaults = { organization_id = "o" }
  }
}
`,
    'tests/mocks/all.tfmock.hcl': 'mock_resource "tfe_variable" {}\nmock_resource "tfe_team" {}\n',
  });
  assert.is(
    after['tests/a.tofutest.hcl'],
    `mock_provider "tfe" {
  mock_resource "tfe_team" {
    defaults = { name = "a" }
  }
  mock_resource "tfe_team_token" {}
}
mock_provider "slipway" {
  mock_resource "slipway_team" {
    defaults = { name = "a" }
  }
  mock_resource "slipway_ci_context" {
    defaults = { organization = "o" }
  }
}

`,
  );
  assert.is(after['tests/mocks/all.tfmock.hcl'], 'mock_resource "tfe_variable" {}\nmock_resource "slipway_team" {}\n');
  assert.equal(
    remarks.filter((one) => one.startsWith('tests/')),
    ['tests/mocks/all.tfmock.hcl:1 mock.tfe_variable: write a mock of slipway_variable_set_variable and of slipway_workspace_variable'],
  );
});

test.run();
