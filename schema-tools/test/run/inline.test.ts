import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inlineLinter } from '../../src/lint/run/inline-linter.ts';
import type { LintJob } from '../../src/lint/run/lint-job.ts';
import { deprecatedFieldSchema } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: small files without a worker');
const lint = (files: Readonly<Record<string, string>>, more: Partial<LintJob> = {}, name = 'a.json') => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema, ...files });
  return inlineLinter()({ file: join(folder, name), find: { schema: join(folder, 's.json') }, judge: { file: name }, ...more });
};

test('a small file is linted here', async () => {
  const done = await lint({ 'a.json': '{"old":1}' });
  assert.equal(
    [done?.isIncomplete, done?.hasSchema, done?.findings.map(({ pointer, message }) => [pointer, message])],
    [false, true, [['/old', 'Write `new`.']]],
  );
  assert.equal((await lint({ 'a.yaml': 'old: 1' }, {}, 'a.yaml'))?.findings.length, 1);
});
test('what is wrong is reported here as well', async () => {
  assert.equal(
    (await lint({ 'a.json': '{' }))?.findings.map(({ rule }) => rule),
    ['syntax'],
  );
  assert.equal(
    (await lint({ 'a.json': '{}', 's.json': '{"deprecated":1}' }))?.findings.map(({ rule }) => rule),
    ['schema'],
  );
});
test('a pattern that runs away is left for a worker', async () => {
  assert.is(await lint({ 'a.json': JSON.stringify('a'.repeat(60).concat('!')), 's.json': '{"pattern":"^(a+)+$"}' }), undefined);
});
test('deep and large files, custom dialects and files to be fixed go to a worker', async () => {
  assert.is(await lint({ 'a.json': `${'['.repeat(201)}${']'.repeat(201)}` }), undefined);
  assert.is(await lint({ 'a.json': `"${'x'.repeat(65 * 1024)}"` }), undefined);
  assert.is(await lint({ 'a.json': '{}', 's.json': `{"title":"${'x'.repeat(65 * 1024)}"}` }), undefined);
  assert.is(await lint({ 'a.json': '{}', 's.json': '{"$schema":"https://example.com/dialect"}' }), undefined);
  assert.is(await lint({ 'a.json': '{"old":1}' }, { fix: true }), undefined);
  assert.is(await lint({ 'a.toml': 'old = 1' }, {}, 'a.toml'), undefined);
  assert.is(await lint({}), undefined);
});
test.run();
