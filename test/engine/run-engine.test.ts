import { statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Engine } from '../../src/engine/find-engine.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { runInit, runPlan } from '../../src/engine/engine-commands.ts';
import { executableScript, temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('running an engine');
const engine = (lines: string): Engine => ({ name: 'terraform', path: executableScript(lines), version: '1.11.4' });

test('it is given a CLI configuration of its own and asked for no input', async () => {
  const folder = temporaryFolder();
  const { code, stdout } = await runEngine(
    engine('echo "$TF_CLI_CONFIG_FILE $TF_IN_AUTOMATION $TF_INPUT $CHECKPOINT_DISABLE $PWD"; head -n 3 "$TF_CLI_CONFIG_FILE"'),
    [],
    { folder, environment: { PATH: process.env.PATH, TF_CLI_CONFIG_FILE: '/nowhere/theirs.tfrc' }, mirror: '/the/mirror' },
  );
  assert.is(code, 0);
  assert.is(
    stdout,
    `${folder}/.terraform/slipway.tfrc 1 0 1 ${folder}\nprovider_installation {\n  filesystem_mirror {\n    path    = "/the/mirror"\n`,
  );
});
test("the CLI configuration, which may hold the user's credentials, is theirs alone", async () => {
  const folder = temporaryFolder();
  await runEngine(engine(':'), [], { folder });
  assert.is(statSync(join(folder, '.terraform/slipway.tfrc')).mode & 0o777, 0o600);
});
test('arguments arrive as they are', async () => {
  const { stdout } = await runPlan(engine('for word in "$@"; do echo "<$word>"; done'), { folder: temporaryFolder() }, '-out=a b');
  assert.is(stdout, '<plan>\n<-no-color>\n<-detailed-exitcode>\n<-out=a b>\n');
});
test('an exit code other than 0 is an answer', async () => {
  const answer = await runInit(engine('echo no; echo why >&2; exit 3'), { folder: temporaryFolder() });
  assert.equal(answer, { code: 3, stdout: 'no\n', stderr: 'why\n' });
});
test('a stop reaches it as Ctrl-C does', async () => {
  const stop = new AbortController();
  const { code, stdout } = await runEngine(engine("trap 'echo saved; exit 5' INT; echo ready; while :; do sleep 0.05; done"), [], {
    folder: temporaryFolder(),
    signal: stop.signal,
    onOutput: (text) => {
      if (text.includes('ready')) stop.abort();
    },
  });
  assert.is(code, 5);
  assert.is(stdout, 'ready\nsaved\n');
});
test('one that does not start is an error', async () => {
  let message = '';
  await runEngine({ name: 'terraform', path: '/nowhere/terraform', version: '1.11.4' }, [], { folder: temporaryFolder() }).catch(
    (error: Error) => {
      message = error.message;
    },
  );
  assert.is(message, 'spawn /nowhere/terraform ENOENT');
});
test.run();
