/** Where the temporary files of a run of tests lie. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from './skip.ts';
import { temporaryFilesInMemory } from './runner/temporary-files.ts';

const test = suite('temporary files of tests');
const script = `
import { temporaryFilesInMemory } from ${JSON.stringify(join(import.meta.dirname, 'runner/temporary-files.ts'))};
import { statSync } from 'node:fs';
const folder = temporaryFilesInMemory();
console.log(JSON.stringify(folder === undefined ? {} : { folder, mode: (statSync(folder).mode & 0o7777).toString(8) }));
`;

test('TMPDIR decides where it is set', () => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/anywhere';
  assert.is(temporaryFilesInMemory(), undefined);
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});
const { TMPDIR: _, ...env } = process.env;
const { stdout, stderr } = spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script], {
  env,
  encoding: 'utf8',
});
const { folder, mode } = JSON.parse(stdout || '{}') as { folder?: string; mode?: string };
test('nothing is printed about it', () => {
  assert.is(stderr, '');
});
const withMemory = folder === undefined ? skipWithReason(test, 'no 6 GB in /dev/shm from which programs may be started') : test;
withMemory('where there is room they lie in memory, for every user, and are gone with the process', () => {
  assert.match(folder!, /^\/dev\/shm\/slipway-tests-\w+$/);
  assert.is(mode, '1777');
  assert.is(existsSync(folder!), false);
});
test.run();
