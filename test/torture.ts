/**
 * `npm run torture [-- part of a path…]` runs the long schedules: every test file that has one, that is, that imports `scale.ts` or
 * `seed.ts` of `support` (in a package, of `@slipway/test-support`), with another seed each time, which it prints.
 * `SEED=… npm run torture` repeats it.
 *
 * `npm run torture -- --minutes 10 [part of a path…]` runs for that long: the short schedules of the same files and of those that
 * attack (hostile bodies, kills, faults, canaries), in turn, each run with another seed. It prints the command that repeats a failure.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findTests } from './support/runner/find.ts';
import { runTortureFile } from './support/torture-file.ts';
import { runTortureRounds } from './support/torture-rounds.ts';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
const { values, positionals } = parseArgs({ options: { minutes: { type: 'string' } }, allowPositionals: true });
const importsSchedule = /^import .* from '(.*\/support\/(scale|seed)\.ts|@slipway\/test-support\/(scale|seed))';$/m;
const isLong = (file: string): boolean => importsSchedule.test(readFileSync(file, 'utf8'));
/** Files without chance that attack a service. */
const attacks =
  /\/(killed|outage|durability|backup|damaged-file|canaries|sealed-secrets|planted-faults|connection-faults|fuzz-found)\.test\.ts$/;
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const runSchedules = (): void => {
  const files = findTests(root, positionals).filter(isLong);
  const again = ['SEED=' + String(seed), 'npm run torture', ...(positionals.length > 0 ? ['--', ...positionals] : [])].join(' ');
  if (files.length === 0) {
    console.log('no test file with a long schedule matches');
    process.exitCode = 1;
    return;
  }
  console.log(`${files.length} files, seed ${seed}; again: ${again}`);
  const given = ['--import', 'tsx', 'test/run.ts', '--timeout', '7200', ...files];
  const running = spawn(process.execPath, given, { stdio: 'inherit', env: { ...process.env, TORTURE: '1', SEED: String(seed) } });
  running.on('exit', (code) => {
    console.log(`seed ${seed}; again: ${again}`);
    process.exitCode = code ?? 1;
  });
};

const runForMinutes = async (minutes: number): Promise<void> => {
  const files = findTests(root, positionals).filter((file) => isLong(file) || attacks.test(file));
  console.log(`${files.length} files for ${minutes} min, seed ${seed}`);
  const build = spawn(process.execPath, ['--import', 'tsx', 'build.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise((done) => {
    build.on('close', done);
  });
  const end = Date.now() + minutes * 60_000;
  const run = (file: string, own: number) => runTortureFile(file, own, { end, print: console.log });
  const { runs, failures } = await runTortureRounds({ files, seed, end, now: Date.now, run, print: console.log });
  console.log(`${runs} runs, ${failures.length} failed${failures.map((command) => `\n  ${command}`).join('')}`);
  if (failures.length > 0 || runs === 0) process.exitCode = 1;
};

if (values.minutes === undefined) runSchedules();
else if (/^\d+(\.\d+)?$/.test(values.minutes)) await runForMinutes(Number(values.minutes));
else {
  console.error(`--minutes takes a number, not '${values.minutes}'`);
  process.exitCode = 2;
}
