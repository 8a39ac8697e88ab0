import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '@slipway/test-support/cli';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('the built mesh-config');
const root = join(import.meta.dirname, '../../..');
const runBuilt = (...words: string[]) => runProgram('mesh-config', words);

const inGit = spawnSync('git', ['-C', root, 'rev-parse', 'HEAD']).status === 0;
(inGit ? test : skipWithReason(test, 'no git checkout'))('version prints the revision of the checkout', async () => {
  const { code, stdout } = await runBuilt('version', '-o', 'json');
  const { clientVersion } = JSON.parse(stdout) as { clientVersion: { revision: string; status: string; tag: string } };
  assert.is(code, 0);
  assert.match(clientVersion.status, /^(Clean|Modified)$/);
  // There may be commits since the build: the revision is some commit of this history.
  assert.is(execFileSync('git', ['-C', root, 'cat-file', '-t', clientVersion.revision], { encoding: 'utf8' }), 'commit\n');
});
test('version prints YAML', async () => {
  assert.match(
    (await runBuilt('version', '-o', 'yaml')).stdout,
    /^clientVersion:\n {2}node_version: v\d+\.\d+\.\d+\n {2}revision: .+\n {2}status: .+\n {2}tag: .+\n {2}version: 0\.1\.0\n\n$/,
  );
});
test('help goes to standard output, and the exit code is 0', async () => {
  const { code, stdout, stderr } = await runBuilt();
  assert.equal({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^mesh-config provides configuration management for a service mesh\.\n\nUsage:\n {2}mesh-config \[command\]\n/);
});
test('invalid arguments have exit code 255', async () => {
  assert.equal(await runBuilt('servr'), {
    code: 255,
    stdout: '',
    stderr: 'Error: unknown command "servr" for "mesh-config"; did you mean "server"?\n',
  });
  assert.equal(await runBuilt('probe'), { code: 255, stdout: '', stderr: 'Error: some options are not valid\n' });
});
test('a successful probe has exit code 0', async () => {
  assert.equal(await runBuilt('probe', '--probe-path', join(temporaryFolder({ live: '' }), 'live'), '--interval', '1h'), {
    code: 0,
    stdout: 'OK',
    stderr: '',
  });
});
test('a configuration file that cannot be read has exit code 1', async () => {
  assert.equal(await runBuilt('version', '--config', '/nonexist/x.yaml'), {
    code: 1,
    stdout: '',
    stderr: 'fatal error in config file: open /nonexist/x.yaml: no such file or directory',
  });
});
test('a server that cannot start logs the reason and has exit code 1', async () => {
  const { code, stdout, stderr } = await runBuilt('server', '--enable-server=false', '--enable-validation=false');
  assert.equal({ code, stderr }, { code: 1, stderr: '' });
  assert.match(
    stdout,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\tfatal\tserver\tmesh-config must be running under at least one mode: server or validation\n$/,
  );
});
test('a reader that closes the pipe is no error', () => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', '"$0" "$1" completion zsh | true', process.execPath, join(root, 'cli/bin/mesh-config.cjs')],
    { encoding: 'utf8' },
  );
  assert.equal({ status, stderr }, { status: 0, stderr: '' });
});
test.run();
