/** `npm run dev [-- arguments of slipway serve]`: builds, serves, and does both again whenever a source changes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const watched = ['src', 'schema-tools/src', 'rego/src', 'mesh-config/src', 'constructs/src'];
/** Milliseconds: an editor writes several files at once. */
const settleTime = 150;

let service: ChildProcess | undefined;

function build(): boolean {
  return spawnSync(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd: root, stdio: 'inherit' }).status === 0;
}

function stop(): Promise<void> {
  const running = service;
  service = undefined;
  if (!running || running.exitCode !== null || running.signalCode !== null) return Promise.resolve();
  return new Promise((stopped) => {
    running.once('exit', () => stopped());
    running.kill('SIGTERM');
  });
}

function start(): void {
  service = spawn(process.execPath, [join(root, 'bin/slipway.mjs'), 'serve', ...process.argv.slice(2)], { stdio: 'inherit' });
}

async function restart(): Promise<void> {
  console.log('\nA source changed: building.');
  if (!build()) return console.error('The build failed; the service that runs is the one before.');
  await stop();
  start();
}

/** One restart at a time; a change during one asks for one more. */
function restarter(): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(restart);
    }, settleTime);
  };
}

function main(): void {
  if (!build()) process.exit(1);
  const changed = restarter();
  for (const folder of watched) watch(join(root, folder), { recursive: true }, changed);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      void stop().then(() => process.exit(130));
    });
  console.log(`Watching ${watched.join(', ')}.`);
  start();
}

main();
