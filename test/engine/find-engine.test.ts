import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findEngine } from '../../src/engine/find-engine.ts';
import { executableScript, temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('finding an engine');
const answering = (version: string, product = 'Terraform') =>
  executableScript(`echo '${product} v${version}
on linux_amd64'`);
const words = (environment: Record<string, string>): string => {
  try {
    findEngine(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'found one';
};
const install =
  'Install Terraform 1.8 or newer, or OpenTofu 1.7 or newer, so that `terraform` or `tofu` ' +
  'is on PATH, or name the executable in SLIPWAY_ENGINE.';

test('terraform is taken from PATH', () => {
  const path = answering('1.11.4');
  assert.equal(findEngine({ PATH: `/nowhere:${dirname(path)}` }), { name: 'terraform', path, version: '1.11.4' });
});
test('SLIPWAY_ENGINE wins over PATH', () => {
  const path = answering('1.12.0');
  assert.equal(findEngine({ PATH: dirname(answering('1.11.4')), SLIPWAY_ENGINE: path }), { name: 'terraform', path, version: '1.12.0' });
});
test('a missing engine is one sentence and what to install', () => {
  assert.is(words({ PATH: temporaryFolder() }), `Neither terraform nor tofu is on PATH. ${install}`);
});
test('a missing SLIPWAY_ENGINE is named', () => {
  assert.is(
    words({ SLIPWAY_ENGINE: '/nowhere/terraform' }),
    `SLIPWAY_ENGINE names /nowhere/terraform, which does not start (ENOENT). ${install}`,
  );
});
test('a program that is not an engine is named', () => {
  const path = executableScript('echo hello');
  assert.is(
    words({ SLIPWAY_ENGINE: path }),
    `SLIPWAY_ENGINE names ${path}, which does not answer \`version\` as terraform or tofu do. ${install}`,
  );
});
test('an engine that is too old is refused', () => {
  const path = answering('1.7.5');
  assert.is(words({ PATH: dirname(path) }), `${path} is terraform 1.7.5, which is too old. ${install}`);
});
test('which engine it is, it says itself: neither its folder nor the name of its file decides', () => {
  const opentofu = answering('1.7.1', 'OpenTofu');
  assert.equal(findEngine({ SLIPWAY_ENGINE: opentofu }), { name: 'tofu', path: opentofu, version: '1.7.1' });
  const folder = join(temporaryFolder(), 'tofu-tools');
  mkdirSync(folder);
  const terraform = join(folder, 'terraform');
  copyFileSync(answering('1.11.4-beta1'), terraform);
  assert.equal(findEngine({ PATH: folder }), { name: 'terraform', path: terraform, version: '1.11.4-beta1' });
  const old = answering('1.6.2', 'OpenTofu');
  assert.is(words({ SLIPWAY_ENGINE: old }), `${old} is tofu 1.6.2, which is too old. ${install}`);
});
test('what a wrapper prints before it is passed over', () => {
  const path = executableScript("echo 'using the version of .terraform-version'\necho 'Terraform v1.11.4'");
  assert.equal(findEngine({ SLIPWAY_ENGINE: path }), { name: 'terraform', path, version: '1.11.4' });
});
test('a folder named terraform on PATH is passed over', () => {
  const path = answering('1.11.4');
  assert.is(findEngine({ PATH: `${temporaryFolder({ 'terraform/x': '' })}:${dirname(path)}` }).path, path);
});
test.run();
