/**
 * Runs tests: `npm test -- [part of a path]… [options]`; `npm test -- --help` names the options. Without a filter it also checks
 * types, lint and format; each counts as one test. The last line is `N passed, N failed[, N skipped]`.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleTests, type TestBundle } from './support/runner/bundle.ts';
import { changedFiles, isReached, runsPrograms } from './support/runner/changed.ts';
import { type Check, runCheck } from './support/runner/check.ts';
import type { Outcome } from './support/runner/file.ts';
import { declaredSeconds, findTests } from './support/runner/find.ts';
import { freshBuild } from './support/runner/fresh-build.ts';
import { chooseGroupSize, groupFiles, needsOwnProcess } from './support/runner/groups.ts';
import { readMeasuredSeconds, slowestFirst, writeMeasuredSeconds, writeUsualSeconds } from './support/runner/measured-seconds.ts';
import { createProcessorClock } from './support/runner/processor-clock.ts';
import { describeCost, fileReport, lastLine } from './support/runner/report.ts';
import { chooseRetries, describeRetries, describeUnsteady, replaceOutcomes } from './support/runner/retry.ts';
import { temporaryFilesInMemory } from './support/runner/temporary-files.ts';
import { runInProcess, type TestScript } from './support/runner/test-process.ts';

const help = `npm test -- [PART OF A PATH ...] [options]

  --changed         only tests that uncommitted changes reach
  --since COMMIT    only tests that changes since COMMIT reach
  --jobs N          test files at the same time (default: two more than cores)
  --timeout S       seconds for one file (default 300; a file may say '// watchdog: 600 s')
  --ending S        seconds for a process to end after its last test (default 10)
  --costs N         tells the N files that took most processor time (default: up to ten of 10 s and more)
  --save-seconds    writes how long the slow files took, by which the first run of a checkout is ordered
  --retry           runs up to three files that failed once more, alone; a run of all tests does so by itself
`;
const parseArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      since: { type: 'string' },
      jobs: { type: 'string' },
      costs: { type: 'string' },
      retry: { type: 'boolean' },
      'save-seconds': { type: 'boolean' },
      help: { type: 'boolean' },
      timeout: { type: 'string', default: '300' },
      ending: { type: 'string', default: '10' },
      root: { type: 'string' },
    },
  });

/** A wrong option is answered with what there is, not with a stack. */
function readArguments(): ReturnType<typeof parseArguments> {
  try {
    return parseArguments();
  } catch (error) {
    console.error(`${(error as Error).message.split('. ')[0]}.\n\n${help}`);
    process.exit(2);
  }
}
const { values, positionals } = readArguments();
const readRunSeconds = createProcessorClock();
const project = resolve(`${import.meta.dirname}/..`);
/** Another tree of tests than this project's: the runner's own tests give one. */
const root = resolve(values.root ?? project);
/** All tests of this checkout, and its checks. */
const isWhole = root === project && positionals.length === 0;
// Programs written in Go (the compiler, Terraform, esbuild) collect garbage from 4 MB on, a quarter of the time of what runs for a moment.
process.env['GOGC'] ??= '400';
const temporaryFiles = root === project ? temporaryFilesInMemory() : undefined;
if (temporaryFiles !== undefined) process.env['TMPDIR'] = temporaryFiles;
const typesFile = 'dist/tests/types.tsbuildinfo';
/** What `npm run check` does; a run of all tests does it, too. What no change reached since the last run is not compiled again. */
const checks: readonly Check[] = [
  {
    name: 'types',
    // One checker, since several check much of the same each: a seventh less processor time, and the tests have the other cores.
    command: [
      process.execPath,
      'node_modules/typescript/bin/tsc',
      '-p',
      '.',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      typesFile,
    ],
  },
  { name: 'lint', command: [process.execPath, 'node_modules/oxlint/bin/oxlint'] },
  { name: 'format', command: [process.execPath, 'node_modules/oxfmt/bin/oxfmt', '--check'] },
];

let outcomes: readonly Outcome[] = [];
const record = (outcome: Outcome): void => {
  outcomes = [...outcomes, outcome];
  console.log(fileReport(outcome, project));
};

function selectChanged(files: readonly string[], bundle: TestBundle): readonly string[] {
  if (!values.changed && values.since === undefined) return files;
  const changed = changedFiles(project, values.since ?? 'HEAD');
  const reached = files.filter((file) => isReached(file, changed, bundle, project));
  console.log(`${changed.length} changed files reach ${reached.length} of ${files.length} test files`);
  return reached;
}

/** Bundles the tests; builds the programs if one of the tests starts them and `dist` is of another state of the checkout. */
async function prepare(): Promise<{ readonly files: readonly string[]; readonly bundle: TestBundle }> {
  const all = findTests(root, positionals);
  const bundle = await bundleTests(project, root, all, isWhole);
  const files = selectChanged(all, bundle);
  const built = root === project && files.some((file) => runsPrograms(file, bundle, project)) ? await freshBuild(project) : undefined;
  if (built) record(built);
  return { files, bundle };
}

/** They need neither a bundle nor a build, so they begin at once. */
async function runChecks(): Promise<void> {
  for (const check of isWhole ? checks : []) record(await runCheck(check, root));
}

let processes = 0;
/** Runs files in one process; in another one those that it did not come to. */
async function runGroup(group: readonly TestScript[]): Promise<void> {
  for (let rest = group; rest.length > 0; rest = rest.slice(await runInProcess(rest, Number(values.ending) * 1000, record))) processes++;
}

async function runAll({ files, bundle }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  const isTorture = process.env['TORTURE'] === '1';
  const usual = Number(values.timeout);
  // Long schedules take longer than any file's own watchdog.
  const secondsOf = (file: string): number => (isTorture ? usual : (declaredSeconds(file) ?? usual));
  // Two more than there are cores: two fifths of the files' time are spent waiting for engines, databases and clocks.
  const workers = Number(values.jobs ?? availableParallelism() + 2);
  const groups = groupFiles(files, (file) => isTorture || needsOwnProcess(file), chooseGroupSize(files.length, workers));
  const tasks = slowestFirst(groups, readMeasuredSeconds(project), declaredSeconds).map(
    (group) => () => runGroup(group.map((file) => ({ file, script: bundle.script(file), limit: secondsOf(file) * 1000 }))),
  );
  const queue = [...tasks];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: workers }, work));
  if (root === project && !process.env['TORTURE']) writeMeasuredSeconds(project, outcomes);
}

/** Random outcomes are reported, and do not affect the result of the run. */
async function runAgain({ bundle }: Awaited<ReturnType<typeof prepare>>): Promise<readonly Outcome[]> {
  const files = chooseRetries(outcomes);
  if (files.length === 0) return [];
  console.log(describeRetries(files));
  const [before, usual] = [outcomes, Number(values.timeout)];
  outcomes = [];
  for (const file of files) await runGroup([{ file, script: bundle.script(file), limit: (declaredSeconds(file) ?? usual) * 1000 }]);
  const again = outcomes;
  outcomes = replaceOutcomes(before, again);
  return again;
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      console.log(`stopped by ${signal}`);
      process.exit(130);
    });
  process.chdir(root);
  const checked = runChecks();
  const prepared = await prepare();
  await Promise.all([runAll(prepared), checked]);
  const isRetried = values.retry ?? (isWhole && process.env['TORTURE'] !== '1');
  const again = isRetried ? await runAgain(prepared) : [];
  if (values['save-seconds']) writeUsualSeconds(project, outcomes);
  const failed = outcomes.filter((outcome) => outcome.failed > 0);
  const isEmpty = prepared.files.length === 0 && !values.changed && values.since === undefined;
  if (isEmpty) console.log(`no test file matches ${positionals.join(' ') || 'test/**/*.test.ts'}`);
  if (failed.length) console.log(`\nfailed: ${failed.map(({ file }) => file).join(', ')}`);
  const unsteady = describeUnsteady(again);
  const most = values.costs === undefined ? undefined : Number(values.costs);
  if (unsteady !== undefined) console.log(`\n${unsteady}`);
  const { own, children } = readRunSeconds();
  if (prepared.files.length > 1) console.log(describeCost(outcomes, processes, own + children, most));
  console.log(lastLine(outcomes));
  process.exitCode = failed.length || isEmpty ? 1 : 0;
}

if (values.help) console.log(help);
else await main();
