import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { executableScript, temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('stopping slipway');
const bin = resolve(import.meta.dirname, '../../bin/slipway.mjs');
/** An engine that plans until it is asked to stop, and then takes its time to save. */
const slow = () =>
  executableScript(`case $1 in
  version) echo 'Terraform v1.11.4' ;;
  plan) trap 'sleep 0.2; echo saved; exit 1' INT; echo planning; while :; do sleep 0.05; done ;;
esac`);

/** Runs a plan and sends the signal, to slipway alone or to its whole group as a terminal does. */
function stopped(signal: NodeJS.Signals, complete: boolean): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const folder = temporaryFolder({
    'cdktf.json': '{ "app": "true" }',
    'cdktf.out/manifest.json': '{ "stacks": { "one": { "name": "one", "workingDirectory": "stacks/one" } } }',
    'cdktf.out/stacks/one/cdk.tf.json': '{}',
  });
  const running = spawn(process.execPath, [bin, 'plan', '--no-synth'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, SLIPWAY_ENGINE: slow() },
  });
  const values = { stdout: '', stderr: '' };
  running.stderr.setEncoding('utf8').on('data', (text: string) => {
    values.stderr += text;
  });
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    values.stdout += text;
    if (text.includes('planning')) process.kill(complete ? -running.pid! : running.pid!, signal);
  });
  return new Promise((done) => {
    running.on('close', (code) => done({ code, ...values }));
  });
}
const wanted = { code: 1, stdout: 'planning\nsaved\n', stderr: 'slipway: terraform could not plan stack one; see its output above.\n' };

test('Ctrl-C reaches the engine, and slipway waits until it has saved', async () => {
  assert.equal(await stopped('SIGINT', true), wanted);
});
test('SIGTERM is passed on to the engine, and slipway waits until it has saved', async () => {
  assert.equal(await stopped('SIGTERM', false), wanted);
});
test.run();
