import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatOf } from '../../src/documents/index.ts';

const test = suite('documents: format');

test('the end of the file name determines the format', () => {
  assert.is(formatOf('package.json'), 'json');
  assert.is(formatOf('out/cdk.tf.json'), 'json');
  assert.is(formatOf('a/b.jsonc'), 'jsonc');
  assert.is(formatOf('a/b.yaml'), 'yaml');
  assert.is(formatOf('.github/workflows/ci.yml'), 'yaml');
  assert.is(formatOf('Cargo.toml'), 'toml');
});
test('in any case, and behind a backslash', () => {
  assert.is(formatOf('C:\\Work\\SETTINGS.JSON'), 'json');
  assert.is(formatOf('C:\\Work\\.vscode\\settings.json'), 'jsonc');
});
test('files whose readers allow comments are JSONC', () => {
  for (const path of [
    'tsconfig.json',
    'packages/a/tsconfig.build.json',
    'jsconfig.json',
    'tsconfig-base.json',
    '.eslintrc',
    '.eslintrc.json',
    '.swcrc',
    '.vscode/settings.json',
    'my.code-workspace',
    '.devcontainer.json',
    '.devcontainer/devcontainer.json',
    'deno.json',
    'turbo.json',
    'bun.lock',
  ]) {
    assert.is(formatOf(path), 'jsonc', path);
  }
});
test('files whose readers take JSON5', () => {
  for (const path of ['.babelrc', '.babelrc.json', 'babel.config.json', 'a.json5']) assert.is(formatOf(path), 'json5', path);
});
test('a name that only looks like one of them is JSON', () => {
  assert.is(formatOf('mytsconfig.json'), 'json');
  assert.is(formatOf('vscode/settings.json'), 'json');
});
test('well-known names without an ending', () => {
  assert.is(formatOf('.prettierrc'), 'yaml');
  assert.is(formatOf('.clang-format'), 'yaml');
  assert.is(formatOf('Cargo.lock'), 'toml');
  assert.is(formatOf('Pipfile'), 'toml');
  assert.is(formatOf('composer.lock'), 'json');
});
test('what is not known is not guessed', () => {
  for (const path of ['README.md', 'json', 'a.yaml.bak', 'constructor', 'a.constructor', '', 'dir.json/'])
    assert.is(formatOf(path), undefined, path);
});
test.run();
