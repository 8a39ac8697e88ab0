import { dirname } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findEngine } from '../../src/engine/find-engine.ts';
import { executableScript, temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('finding an engine');
const answering = (version: string) => executableScript(`echo '{"terraform_version":"${version}"}'`);
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
test('a SLIPWAY_ENGINE that is not there is named', () => {
  assert.is(
    words({ SLIPWAY_ENGINE: '/nowhere/terraform' }),
    `SLIPWAY_ENGINE names /nowhere/terraform, which does not start (ENOENT). ${install}`,
  );
});
test('a program that is no engine is named', () => {
  const path = executableScript('echo hello');
  assert.is(
    words({ SLIPWAY_ENGINE: path }),
    `SLIPWAY_ENGINE names ${path}, which does not answer \`version -json\` as terraform or tofu do. ${install}`,
  );
});
test('an engine that is too old is refused', () => {
  const path = answering('1.7.5');
  assert.is(words({ PATH: dirname(path) }), `${path} is terraform 1.7.5, which is too old. ${install}`);
});
test('a folder named terraform on PATH is passed over', () => {
  const path = answering('1.11.4');
  assert.is(findEngine({ PATH: `${temporaryFolder({ 'terraform/x': '' })}:${dirname(path)}` }).path, path);
});
test.run();
