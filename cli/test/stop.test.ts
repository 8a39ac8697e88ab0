import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { executableScript, temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('stopping slipway');
const bin = resolve(import.meta.dirname, '../bin/slipway.cjs');
/** An engine whose `step` waits until it is asked to stop, takes its time to save, and notes each signal. */
const slow = (step: string) =>
  executableScript(`case $1 in
  version) echo 'Terraform v1.11.4' ;;
  ${step}) trap 'echo INT >> signals' INT; trap 'echo TERM >> signals' TERM; trap 'echo HUP >> signals' HUP
    echo began; while [ ! -e signals ]; do sleep 0.05; done; sleep 0.4; echo saved; exit 1 ;;
  *) echo "$1" >> steps ;;
esac`);

interface Stopped {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the engine received. */
  readonly signals: string;
}
interface Interruption {
  /** In this order, at once. */
  readonly signals: readonly NodeJS.Signals[];
  /** To the whole process group, as a terminal and `timeout` do; otherwise to slipway alone. */
  readonly group?: boolean;
  readonly app?: string;
  /** The step of the engine that does not end by itself. */
  readonly step?: string;
}

/** Runs `slipway WORDS` and interrupts it when something has begun. */
async function interrupted(
  words: readonly string[],
  { signals, group = false, app = 'true', step = 'plan' }: Interruption,
): Promise<Stopped> {
  const folder = temporaryFolder({
    'cdktf.json': JSON.stringify({ app }),
    'cdktf.out/manifest.json': JSON.stringify({
      stacks: { one: { name: 'one', workingDirectory: 'stacks/one' }, two: { name: 'two', workingDirectory: 'stacks/two' } },
    }),
    'cdktf.out/stacks/one/cdk.tf.json': '{}',
    'cdktf.out/stacks/two/cdk.tf.json': '{}',
  });
  const running = spawn(process.execPath, [bin, ...words], {
    cwd: folder,
    detached: true,
    env: { ...process.env, SLIPWAY_ENGINE: slow(step) },
  });
  const values = { stdout: '', stderr: '' };
  let isInterrupted = false;
  for (const stream of ['stdout', 'stderr'] as const)
    running[stream].setEncoding('utf8').on('data', (text: string) => {
      values[stream] += text;
      if (isInterrupted || !text.includes('began')) return;
      isInterrupted = true;
      void delay(100).then(() => signals.forEach((signal) => process.kill(group ? -running.pid! : running.pid!, signal)));
    });
  const code = await new Promise<number | null>((done) => running.on('close', done));
  const noted = step === 'none' ? '' : readFileSync(join(folder, 'cdktf.out/stacks/one/signals'), 'utf8');
  return { code, ...values, signals: noted };
}
const plan = ['plan', 'one', '--no-synth'];
const stopped: Stopped = {
  code: 130,
  stdout: 'began\nsaved\n',
  stderr: 'slipway: Interrupted during the plan of stack one. Nothing was changed. Run the command again to go on.\n',
  signals: 'INT\n',
};

test('Ctrl-C reaches the engine once, and slipway waits until it has saved', async () => {
  assert.equal(await interrupted(plan, { signals: ['SIGINT'], group: true }), stopped);
});
test('a signal to slipway alone is passed on as SIGINT, so that the engine ends gracefully', async () => {
  assert.equal(await interrupted(plan, { signals: ['SIGINT'] }), stopped);
  assert.equal(await interrupted(plan, { signals: ['SIGTERM'] }), { ...stopped, code: 143 });
});
test('what is sent to the whole group, or is repeated at once, reaches the engine once: two make it drop its state', async () => {
  assert.equal(await interrupted(plan, { signals: ['SIGTERM'], group: true }), { ...stopped, code: 143 });
  const { code, ...rest } = await interrupted(plan, { signals: ['SIGINT', 'SIGTERM', 'SIGINT'] });
  // The system chooses which one arrives first.
  assert.ok(code === 130 || code === 143, String(code));
  assert.equal({ ...rest, code: 130 }, stopped);
});
test('nothing begins after it: no step of the engine, and no other stack', async () => {
  const { code, stderr } = await interrupted(['plan', '--no-synth', '--concurrency', '1'], { signals: ['SIGTERM'] });
  assert.is(code, 143);
  assert.is(
    stderr,
    'slipway: not begun: two\nslipway: Interrupted during the plan of stack one. Nothing was changed. Run the command again to go on.\n',
  );
});
test('an init that was interrupted and ended well is not followed by a plan', async () => {
  const engine = executableScript(`case $1 in
  version) echo 'Terraform v1.11.4' ;;
  init) trap 'echo > stop' INT; echo began >&2; while [ ! -e stop ]; do sleep 0.05; done ;;
  plan) echo planned ;;
esac`);
  const folder = temporaryFolder({ 'main.tf': '' });
  const running = spawn(process.execPath, [bin, 'plan'], { cwd: folder, env: { ...process.env, SLIPWAY_ENGINE: engine } });
  const values = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    running[stream].setEncoding('utf8').on('data', (text: string) => void (values[stream] += text));
  await delay(1500);
  running.kill('SIGTERM');
  const code = await new Promise<number | null>((done) => running.on('close', done));
  assert.equal([code, values], [143, { stdout: '', stderr: 'slipway: Interrupted. Nothing more was started.\n' }]);
});
test('an app that runs is stopped with slipway', async () => {
  const app = `node -e "console.log('began'); setTimeout(() => console.log('still there'), 20000)"`;
  const { code, stderr } = await interrupted(['synth'], { signals: ['SIGTERM'], app, step: 'none' });
  assert.equal([code, stderr], [143, 'began\nslipway: Interrupted. Nothing more was started.\n']);
});
test('an engine whose output is no longer read ends gracefully', async () => {
  const folder = temporaryFolder({ 'main.tf': '' });
  const engine = executableScript(`case $1 in
  version) echo 'Terraform v1.11.4' ;;
  plan) trap 'echo INT >> signals; exit 1' INT; while :; do echo line; sleep 0.05; done ;;
esac`);
  const running = spawn(process.execPath, [bin, 'plan'], { cwd: folder, env: { ...process.env, SLIPWAY_ENGINE: engine } });
  running.stdout.once('data', () => running.stdout.destroy());
  await new Promise((done) => running.on('exit', done));
  assert.is(readFileSync(join(folder, 'signals'), 'utf8'), 'INT\n');
});
test.run();
