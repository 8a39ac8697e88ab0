import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint, runLintInShell, deprecatedFieldSchema } from '@slipway/test-support/lint';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway-lint: what is no file');
const posix =
  existsSync('/dev/zero') && spawnSync('mkfifo', ['--version']).error === undefined
    ? test
    : skipWithReason(test, 'no /dev/zero or mkfifo here');

const given = { 's.json': deprecatedFieldSchema, 'a.json': '{"old":1}' };
/** A folder with a pipe that nobody writes to, and a link to a device that never ends. */
function special(): string {
  const folder = temporaryFolder(given);
  spawnSync('mkfifo', [join(folder, 'pipe.json')]);
  symlinkSync('/dev/zero', join(folder, 'zero.json'));
  return folder;
}
const first = async (folder: string, ...args: string[]): Promise<readonly [number | null, string]> => {
  const { code, stdout, stderr } = await runLint(folder, args);
  return [code, `${stdout}${stderr}`.split('\n')[0]!];
};

posix('a pipe and a device are told, and not read', async () => {
  const folder = special();
  assert.equal(await first(folder, '--schema', 's.json', 'pipe.json'), [
    2,
    'pipe.json:1:1: error: file: This is a pipe, not a file; what comes out of a program is linted with --stdin.',
  ]);
  assert.equal(await first(folder, '--schema', 's.json', 'zero.json'), [
    2,
    'zero.json:1:1: error: file: This is a device, not a file; what comes out of a program is linted with --stdin.',
  ]);
});
posix('a socket as well', async () => {
  const folder = temporaryFolder(given);
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(join(folder, 'socket.json'), done);
  });
  try {
    assert.equal(await first(folder, '--schema', 's.json', 'socket.json'), [
      2,
      'socket.json:1:1: error: file: This is a socket, not a file; what comes out of a program is linted with --stdin.',
    ]);
  } finally {
    server.close();
  }
});
posix('so are schemas, a config file, a baseline and provider schemas that are none', async () => {
  const folder = special();
  assert.equal(await first(folder, '--schema', 'pipe.json', 'a.json'), [
    2,
    'pipe.json:1:1: error: schema: This schema cannot be read: it is a pipe, not a file.',
  ]);
  assert.equal(await first(folder, '--schema', 'zero.json', 'a.json'), [
    2,
    'zero.json:1:1: error: schema: This schema cannot be read: it is a device, not a file.',
  ]);
  assert.equal(await first(folder, '--config', 'pipe.json', 'a.json'), [
    2,
    'slipway-lint: pipe.json: this config file cannot be read: it is a pipe, not a file',
  ]);
  assert.equal(await first(folder, '--baseline', 'pipe.json', '--schema', 's.json', 'a.json'), [
    2,
    `slipway-lint: ${join(folder, 'pipe.json')}: the baseline cannot be read: it is a pipe, not a file`,
  ]);
  const terraform = temporaryFolder({ 'main.tf.json': '{"resource":{"a_b":{"c":{}}}}' });
  spawnSync('mkfifo', [join(terraform, 'pipe.json')]);
  assert.equal(await first(terraform, '--provider-schemas', 'pipe.json', 'main.tf.json'), [
    2,
    'pipe.json:1:1: error: schema: These provider schemas cannot be read: this is a pipe, not a file.',
  ]);
});
posix('in a walk they are passed over', async () => {
  const folder = temporaryFolder(given);
  spawnSync('mkfifo', [join(folder, 'pipe.json')]);
  assert.equal((await runLint(folder, ['--schema', 's.json', '--format', 'json'])).code, 0);
});

const full = existsSync('/dev/full') ? test : skipWithReason(test, 'no /dev/full here');
full('a result that cannot be written is told, without a stack', () => {
  const { code, stderr } = runLintInShell(temporaryFolder(given), 'slipway-lint --schema s.json a.json > /dev/full');
  assert.equal([code, stderr], [2, 'slipway-lint: the result cannot be written: ENOSPC: no space left on device, write\n']);
});
test.run();
