/**
 * Runs tests: `tsx test/run.ts [part of a path]… [--timeout SECONDS] [--jobs N]`. Without a filter it first makes the
 * checks (types, generated files), each counted as one test. The last line is `N passed, N failed[, N skipped]`.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCheck, type Check } from './support/runner/check.ts';
import { runFile, type Outcome } from './support/runner/file.ts';
import { findTests, secondsFor } from './support/runner/find.ts';
import { fileReport, lastLine } from './support/runner/report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { timeout: { type: 'string', default: '120' }, ending: { type: 'string', default: '10' }, jobs: { type: 'string' }, root: { type: 'string' } },
});
const root = resolve(values.root ?? `${import.meta.dirname}/..`);
/** Tests run what is built; so it is built first, whatever is asked for. */
const build: Check = { name: 'build', command: [process.execPath, '--import', 'tsx', 'build.ts'] };
const checks: readonly Check[] = [
  { name: 'types', command: [process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.'] },
];

const outcomes: Outcome[] = [];
const tell = (outcome: Outcome) => { outcomes.push(outcome); console.log(fileReport(outcome)); };
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => { console.log(`stopped by ${signal}`); process.exit(130); });

process.chdir(root);
const files = findTests(root, positionals).map((file) => ({ file, seconds: secondsFor(file, Number(values.timeout)) }));
// The slow ones start first, so that none is left running alone at the end.
const queue = [...files].sort((a, b) => b.seconds - a.seconds);
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    tell(await runFile(next.file, { whole: next.seconds * 1000, ending: Number(values.ending) * 1000 }));
  }
};
const before = values.root !== undefined ? [] : positionals.length === 0 ? [build, ...checks] : [build];
for (const check of before) tell(await runCheck(check, root));
await Promise.all(Array.from({ length: Number(values.jobs ?? availableParallelism()) }, work));

const failed = outcomes.filter((outcome) => outcome.failed > 0);
if (outcomes.length === 0) console.log(`no test file matches ${positionals.join(' ') || 'test/**/*.test.ts'}`);
if (failed.length) console.log(`\nfailed: ${failed.map(({ file }) => file).join(', ')}`);
console.log(lastLine(outcomes));
process.exitCode = failed.length || outcomes.length === 0 ? 1 : 0;
