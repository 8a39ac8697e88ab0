import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deprecatedFieldSchema } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: from its source');
const root = resolve(import.meta.dirname, '../../..');

test('it runs without being built, with its workers', () => {
  const folder = temporaryFolder({ 's.json': deprecatedFieldSchema, 'a.json': '{"old":1}' });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      resolve(root, 'schema-tools/src/lint/main.ts'),
      '--schema',
      `${folder}/s.json`,
      '--format',
      'json',
      `${folder}/a.json`,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  assert.equal([status, (JSON.parse(stdout) as { pointer: string }[]).map(({ pointer }) => pointer), stderr], [0, ['/old'], '']);
});
test.run();
