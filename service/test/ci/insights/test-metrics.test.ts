import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type InsightsTestService, day, startInsightsService, noon } from './support.ts';

const test = suite<{ bench: InsightsTestService }>('CI insights, tests');
test.before.each(async (context) => {
  context.bench = await startInsightsService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

type Result = 'success' | 'failure' | 'error' | 'skipped';
/** A run of a commit, some days ago, with results of tests, and the seconds each took. */
const ran = async (
  bench: InsightsTestService,
  id: string,
  ago: number,
  revision: string | null,
  results: { readonly [name: string]: readonly [Result, number] },
  branch = 'main',
) => {
  await bench.recordRuns([{ id, ago: ago * day, seconds: 60, revision, branch }]);
  await bench.store.write((tx) =>
    tx.ledger.addTests(
      { job: `${id} test`, jobName: 'test', workflow: 'build', project: bench.id, revision, at: noon - ago * day },
      Object.entries(results).map(([name, [result, seconds]]) => ({
        name,
        classname: 'sums',
        result,
        message: '',
        run_time: seconds,
        file: 'sums.ts',
        source: 'jest',
      })),
    ),
  );
};

test('a test is flaky that failed in a commit in which it passed, whatever the branch, in the last two weeks', async ({ bench }) => {
  await ran(bench, 'a', 3, 'c1', { adds: ['success', 1], breaks: ['failure', 1], skips: ['skipped', 0] });
  await ran(bench, 'b', 2, 'c1', { adds: ['failure', 1.25], breaks: ['failure', 1], skips: ['failure', 1] }, 'next');
  await ran(bench, 'c', 1, 'c2', { adds: ['error', 2], breaks: ['success', 1] });
  await ran(bench, 'd', 1, 'c1', { adds: ['failure', 0.5] });
  await ran(bench, 'e', 15, 'c0', { old: ['success', 1] });
  await ran(bench, 'f', 15, 'c0', { old: ['failure', 1] });
  await ran(bench, 'g', 1, null, { adds: ['success', 1], nowhere: ['success', 1] });
  await ran(bench, 'h', 1, null, { nowhere: ['failure', 1] });
  const one = {
    'time-wasted': 1.75,
    'workflow-created-at': '2026-04-30T12:00:00.000Z',
    'workflow-id': 'd',
    classname: 'sums',
    'pipeline-number': 7,
    'workflow-name': 'build',
    'test-name': 'adds',
    'job-name': 'test',
    'job-number': 3,
    'times-flaked': 2,
    source: 'jest',
    file: 'sums.ts',
  };
  assert.equal((await bench.insights('{slug}/flaky-tests')).body, { 'flaky-tests': [one], 'total-flaky-tests': 1 });
  const both = {
    ...one,
    time_wasted: 1.75,
    workflow_created_at: '2026-04-30T12:00:00.000Z',
    workflow_id: 'd',
    pipeline_number: 7,
    workflow_name: 'build',
    test_name: 'adds',
    job_name: 'test',
    job_number: 3,
    times_flaked: 2,
  };
  assert.equal((await bench.insights('{slug}/flaky-tests', { headers: { 'user-agent': 'circleci-cli' } })).body, {
    'flaky-tests': [both],
    flaky_tests: [both],
    'total-flaky-tests': 1,
    total_flaky_tests: 1,
  });
});

test('metrics of tests: of the ten most recent runs, those that failed most and those that took longest', async ({ bench }) => {
  await ran(bench, 'forgotten', 20, 'c0', { ancient: ['failure', 99] });
  for (let at = 0; at < 8; at++) await ran(bench, `r-${at}`, 12 - at, `c${at}`, { adds: ['success', at + 1], waits: ['success', 20] });
  await ran(bench, 'x', 2, 'cx', { adds: ['failure', 9], waits: ['error', 20], idles: ['skipped', 0] });
  await ran(bench, 'y', 1, 'cx', { adds: ['failure', 10], waits: ['success', 20] });
  await bench.recordRuns([{ id: 'other', ago: 0, seconds: 1, branch: 'next' }]);
  const { body } = await bench.insights('{slug}/workflows/build/test-metrics');
  const adds = {
    p95_duration: 10,
    total_runs: 10,
    classname: 'sums',
    failed_runs: 2,
    flaky: false,
    source: 'jest',
    file: 'sums.ts',
    job_name: 'test',
    test_name: 'adds',
  };
  const waits = { ...adds, p95_duration: 20, failed_runs: 1, flaky: true, test_name: 'waits' };
  const { test_runs: runs, ...rest } = body;
  assert.equal(rest, {
    average_test_count: 2,
    most_failed_tests: [adds, waits],
    most_failed_tests_extra: 0,
    slowest_tests: [waits, adds],
    slowest_tests_extra: 0,
    total_test_runs: 10,
  });
  assert.equal(runs.slice(0, 3), [
    { pipeline_number: 7, workflow_id: 'y', success_rate: 0.5, test_counts: { error: 0, failure: 1, skipped: 0, success: 1, total: 2 } },
    { pipeline_number: 7, workflow_id: 'x', success_rate: 0, test_counts: { error: 1, failure: 1, skipped: 1, success: 0, total: 3 } },
    { pipeline_number: 7, workflow_id: 'r-7', success_rate: 1, test_counts: { error: 0, failure: 0, skipped: 0, success: 2, total: 2 } },
  ]);
});

test('a hundred tests are reported, and how many more there are', async ({ bench }) => {
  await ran(
    bench,
    'a',
    1,
    'c1',
    Object.fromEntries(
      Array.from({ length: 103 }, (_, at) => [`t${String(at).padStart(3, '0')}`, [at < 101 ? 'failure' : 'success', at / 10] as const]),
    ),
  );
  const { body } = await bench.insights('{slug}/workflows/build/test-metrics');
  assert.equal(
    [
      body.most_failed_tests.length,
      body.most_failed_tests_extra,
      body.most_failed_tests[0].test_name,
      body.slowest_tests.length,
      body.slowest_tests_extra,
      body.slowest_tests[0].test_name,
    ],
    [100, 1, 't100', 100, 3, 't102'],
  );
  assert.is(body.average_test_count, 103);
});

test('runs without tests are none', async ({ bench }) => {
  await bench.recordRuns([{ id: 'a', ago: day, seconds: 1 }]);
  assert.equal((await bench.insights('{slug}/workflows/build/test-metrics')).body, {
    average_test_count: 0,
    most_failed_tests: [],
    most_failed_tests_extra: 0,
    slowest_tests: [],
    slowest_tests_extra: 0,
    total_test_runs: 0,
    test_runs: [],
  });
});

test.run();
