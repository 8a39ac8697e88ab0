/** Tests and mocks in folders that people choose: those of `-test-directory`, and those that a mocked provider names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adoptFromHcl } from '../../src/adopt/from-hcl/adopt-from-hcl.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway adopt --from-hcl: folders of tests and mocks');

const main = 'provider "tfe" {}\nresource "tfe_workspace" "web" {\n  name              = "web"\n  terraform_version = "1.9.8"\n}\n';
const mock = 'mock_resource "tfe_workspace" {\n  defaults = { terraform_version = "1" }\n}\n';
const rewrittenMock = 'mock_resource "slipway_workspace" {\n  defaults = { engine_version = "1" }\n}\n';
const testFile = (source: string): string => `mock_provider "tfe" {
  source = "${source}"
}
run "plans" {
  assert {
    condition     = tfe_workspace.web.terraform_version == "1.9.8"
    error_message = "another"
  }
}
`;
const rewrittenTest = (source: string): string =>
  testFile(source).replace('"tfe"', '"slipway"').replace('tfe_workspace.web.terraform_version', 'slipway_workspace.web.engine_version');
const rewriteIn = (files: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder(files);
  const said = adoptFromHcl(folder, {});
  return { said, read: (name: string) => readFileSync(join(folder, name), 'utf8') };
};

test('tests in any folder below, with mocks below them and in a folder that they name; modules that nothing calls stay', () => {
  const { said, read } = rewriteIn({
    'main.tf': main,
    'checks/web.tftest.hcl': testFile('shared/mocks'),
    'checks/mocks/tfe.tfmock.hcl': mock,
    'checks/deep/er/web.tofutest.hcl': testFile('./checks/mocks'),
    'shared/mocks/tfe.tofumock.hcl': mock,
    'other/main.tf': main,
    'other/checks/web.tftest.hcl': testFile('shared/mocks'),
    '.hidden/web.tftest.hcl': testFile('shared/mocks'),
  });
  assert.is(read('checks/web.tftest.hcl'), rewrittenTest('shared/mocks'));
  assert.is(read('checks/deep/er/web.tofutest.hcl'), rewrittenTest('./checks/mocks'));
  for (const name of ['checks/mocks/tfe.tfmock.hcl', 'shared/mocks/tfe.tofumock.hcl']) assert.is(read(name), rewrittenMock, name);
  assert.is(read('other/main.tf'), main);
  for (const name of ['other/checks/web.tftest.hcl', '.hidden/web.tftest.hcl']) assert.is(read(name), testFile('shared/mocks'), name);
  assert.match(said, /^Rewrote 6 files of /);
});
test('mocks beside the module that names them, in a folder without a configuration', () => {
  const { read } = rewriteIn({
    'infra/main.tf': main,
    'infra/tests/web.tftest.hcl': testFile('../mocks/'),
    'mocks/tfe.tfmock.hcl': mock,
    'unnamed/tfe.tfmock.hcl': mock,
  });
  assert.is(read('infra/tests/web.tftest.hcl'), rewrittenTest('../mocks/'));
  assert.is(read('mocks/tfe.tfmock.hcl'), rewrittenMock);
  assert.is(read('unnamed/tfe.tfmock.hcl'), mock);
});

test.run();
