/**
 * The long schedules: `npm run torture [-- part of a path…]` runs every test file that has one, that is, that imports
 * `support/scale.ts` or `support/seed.ts`, with another seed each time, which it prints. `SEED=… npm run torture` repeats it.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findTests } from './support/runner/find.ts';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
const isLong = (file: string): boolean => /^import .* from '.*\/support\/(scale|seed)\.ts';$/m.test(readFileSync(file, 'utf8'));
const files = findTests(root, process.argv.slice(2)).filter(isLong);
const seed = process.env['SEED'] ?? String(Date.now() % 2 ** 31);
const again = `SEED=${seed} npm run torture${process.argv
  .slice(2)
  .map((one, index) => `${index === 0 ? ' --' : ''} ${one}`)
  .join('')}`;
if (files.length === 0) {
  console.log('no test file with a long schedule matches');
  process.exitCode = 1;
} else {
  console.log(`${files.length} files, seed ${seed}; again: ${again}`);
  const given = ['--import', 'tsx', 'test/run.ts', '--timeout', '7200', ...files];
  const running = spawn(process.execPath, given, { stdio: 'inherit', env: { ...process.env, TORTURE: '1', SEED: seed } });
  running.on('exit', (code) => {
    console.log(`seed ${seed}; again: ${again}`);
    process.exitCode = code ?? 1;
  });
}
