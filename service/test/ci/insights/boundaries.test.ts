import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type InsightsTestService, day, startInsightsService, noon } from './support.ts';

const test = suite<{ bench: InsightsTestService }>('CI insights, limits on both sides');
test.before.each(async (context) => {
  context.bench = await startInsightsService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});
const hour = 3_600_000;
const jobs = 'time-series/{slug}/workflows/build/jobs';
const timestamps = async (bench: InsightsTestService, query: string): Promise<readonly string[]> =>
  (await bench.insights(`${jobs}${query}`)).body.items.map(({ timestamp }: any) => timestamp);

test('hours are kept for 48 of them: the hour that began 48 hours ago is reported, the one before it is not', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'in', ago: 48 * hour, seconds: 1 },
    { id: 'out', ago: 48 * hour + 1, seconds: 1 },
  ]);
  assert.equal(await timestamps(bench, '?granularity=hourly'), ['2026-04-29T12:00:00.000Z']);
  assert.equal(await timestamps(bench, '?granularity=hourly&start-date=2026-04-01'), ['2026-04-29T12:00:00.000Z'], 'whatever is asked for');
});

test('days are kept for 90 of them: the whole day of 90 days ago is reported, the one before it is not', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'in', ago: 90 * day + 12 * hour, seconds: 1 },
    { id: 'out', ago: 90 * day + 12 * hour + 1, seconds: 1 },
  ]);
  assert.equal(await timestamps(bench, ''), ['2026-01-31T00:00:00.000Z']);
});

test('a range is 90 days long and no longer', async ({ bench }) => {
  const status = async (path: string): Promise<number> => (await bench.insights(path)).status;
  for (const path of [jobs, '{slug}/workflows/build']) {
    assert.is(await status(`${path}?start-date=2026-01-31T12:00:00.000Z&end-date=2026-05-01T12:00:00.000Z`), 200);
    assert.is(await status(`${path}?start-date=2026-01-31T12:00:00.000Z&end-date=2026-05-01T12:00:00.001Z`), 400);
  }
});

test('a run is reported for 90 days', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'in', ago: 90 * day, seconds: 1 },
    { id: 'out', ago: 90 * day + 1, seconds: 1 },
  ]);
  assert.equal(
    (await bench.insights('{slug}/workflows/build')).body.items.map(({ id }: any) => id),
    ['in'],
  );
  assert.is((await bench.insights('{slug}/workflows')).body.items[0].metrics.total_runs, 1);
});

test('each reporting window has its own length', async ({ bench }) => {
  const lengths = { 'last-24-hours': 1, 'last-7-days': 7, 'last-30-days': 30, 'last-60-days': 60, 'last-90-days': 90 };
  await bench.recordRuns(
    Object.values(lengths).flatMap((days) => [
      { id: `in-${days}`, ago: days * day, seconds: 1 },
      { id: `out-${days}`, ago: days * day + 1, seconds: 1 },
    ]),
  );
  const total = async (name: string): Promise<number> =>
    (await bench.insights(`{slug}/workflows?reporting-window=${name}`)).body.items[0].metrics.total_runs;
  assert.equal(await Promise.all(Object.keys(lengths).map(total)), [1, 3, 5, 7, 9]);
});

test('trends compare the latest 30 days with the 30 before: what is older counts in neither', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: 30 * day, seconds: 1 },
    { id: 'b', ago: day, seconds: 1 },
    { id: 'c', ago: day, seconds: 1 },
    { id: 'd', ago: 30 * day + 1, seconds: 1 },
    { id: 'e', ago: 60 * day, seconds: 1 },
    { id: 'f', ago: 60 * day + 1, seconds: 1 },
  ]);
  const {
    project_data: { metrics, trends },
  } = (await bench.insights('pages/{slug}/summary')).body;
  assert.equal([metrics.total_runs, trends.total_runs], [6, 0.5], 'three against two');
});

test('5,000 branches are all told, and of 5,001 one is not', async ({ bench }) => {
  const branches = (from: number, to: number) =>
    bench.recordRuns(
      Array.from({ length: to - from }, (_, at) => ({ id: `r-${from + at}`, ago: day, seconds: 1, branch: `b${from + at}` })),
      [],
    );
  const told = async (): Promise<readonly number[]> => [
    (await bench.insights('{slug}/branches')).body.branches.length,
    (await bench.insights('pages/{slug}/summary')).body.all_branches.length,
  ];
  await branches(0, 5000);
  assert.equal(await told(), [5000, 5000]);
  await branches(5000, 5001);
  assert.equal(await told(), [5000, 5000]);
});

test('a failure in the commit counts for two weeks', async ({ bench }) => {
  for (const [id, ago, result] of [
    ['passed', 20 * day, 'success'],
    ['in', 14 * day, 'failure'],
    ['out', 14 * day + 1, 'failure'],
  ] as const) {
    await bench.recordRuns([{ id, ago, seconds: 60, revision: 'c1' }]);
    await bench.store.write((tx) =>
      tx.ledger.addTests({ job: `${id} test`, jobName: 'test', workflow: 'build', project: bench.id, revision: 'c1', at: noon - ago }, [
        { name: 'adds', classname: 'sums', result, message: '', run_time: 1, file: '', source: '' },
      ]),
    );
  }
  assert.equal(
    (await bench.insights('{slug}/flaky-tests')).body['flaky-tests'].map((one: any) => [one['times-flaked'], one['workflow-id']]),
    [[1, 'in']],
  );
});

test('what was canceled neither breaks nor repairs; unauthorized and error do break', async ({ bench }) => {
  const mttr = async () => {
    const [{ metrics }] = (await bench.insights('{slug}/workflows')).body.items;
    return [
      metrics.total_recoveries,
      metrics.mttr,
      metrics.successful_runs,
      metrics.failed_runs,
      metrics.completed_runs,
      metrics.total_runs,
    ];
  };
  const run = (status: string, hours: number) => bench.recordRuns([{ id: `${status} ${hours}`, ago: hours * hour, seconds: 0, status }]);
  await run('canceled', 10);
  await run('success', 9);
  assert.equal(await mttr(), [0, 0, 1, 0, 1, 2]);
  await run('unauthorized', 8);
  await run('canceled', 7);
  await run('error', 6);
  await run('success', 5);
  assert.equal(await mttr(), [1, 3 * 3600, 2, 2, 4, 6]);
});

test.run();
