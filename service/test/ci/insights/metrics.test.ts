import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type InsightsTestService, day, startInsightsService } from './support.ts';

const test = suite<{ bench: InsightsTestService }>('CI insights, metrics');
test.before.each(async (context) => {
  context.bench = await startInsightsService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const hour = 3_600_000;
/** 10, 20, 30, 60 and 100 seconds; 1, 2, 3, 6 and 10 credits; broken for 2 hours and 10 seconds. */
const five = [
  { id: 'a', ago: 5 * day, seconds: 10, credits: 1 },
  { id: 'b', ago: 4 * day, seconds: 20, credits: 2, status: 'failed' },
  { id: 'c', ago: 4 * day - hour, seconds: 100, credits: 10, status: 'failed' },
  { id: 'd', ago: 4 * day - 2 * hour, seconds: 30, credits: 3 },
  { id: 'e', ago: 3 * day, seconds: 60, credits: 6, status: 'canceled' },
];
const figures = {
  total_runs: 5,
  successful_runs: 2,
  failed_runs: 2,
  completed_runs: 4,
  success_rate: 0.5,
  throughput: 5 / 90,
  mttr: 7210,
  total_recoveries: 1,
  total_credits_used: 22,
  total_duration_secs: 220,
  p95_duration_secs: 100,
  median_credits_used: 3,
  duration_metrics: { min: 10, mean: 44, median: 30, p95: 100, max: 100, standard_deviation: 32.61901286060018, total: 220 },
};
const window = { window_start: '2026-01-31T12:00:00.000Z', window_end: '2026-05-01T12:00:00.000Z' };

test('every metric of five runs, calculated by hand', async ({ bench }) => {
  await bench.recordRuns(five);
  assert.equal((await bench.insights('{slug}/workflows')).body, {
    items: [{ name: 'build', metrics: figures, ...window, project_id: bench.id }],
    next_page_token: null,
  });
  assert.equal((await bench.insights('{slug}/workflows/build/jobs')).body, {
    items: [{ name: 'test', metrics: figures, ...window }],
    next_page_token: null,
  });
});

test('the median of four is between the two in the middle; 95 of 100 take at most the nineteenth of twenty', async ({ bench }) => {
  await bench.recordRuns(Array.from({ length: 20 }, (_, at) => ({ id: `r-${at}`, ago: day, seconds: at + 1, credits: at + 1 })));
  const [{ metrics }] = (await bench.insights('{slug}/workflows')).body.items;
  assert.equal(
    [metrics.p95_duration_secs, metrics.duration_metrics.median, metrics.duration_metrics.mean, metrics.median_credits_used],
    [19, 11, 11, 11],
  );
  await bench.recordRuns([{ id: 'more', ago: day, seconds: 21 }]);
  const [next] = (await bench.insights('{slug}/workflows')).body.items;
  assert.equal([next.metrics.p95_duration_secs, next.metrics.duration_metrics.median], [20, 11]);
});

test('a window of a day has a throughput by the day, and nothing older', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: day + 1, seconds: 10 },
    { id: 'b', ago: day, seconds: 20 },
    { id: 'c', ago: 0, seconds: 30 },
  ]);
  const asked = async (name: string) =>
    (await bench.insights(`{slug}/workflows?reporting-window=${name}`)).body.items.map(({ metrics }: any) => [
      metrics.total_runs,
      metrics.throughput,
    ]);
  assert.equal([await asked('last-24-hours'), await asked('last-7-days')], [[[2, 2]], [[3, 3 / 7]]]);
});

test('90 days back is in the window, a millisecond more is not', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'old', ago: 90 * day + 1, seconds: 1 },
    { id: 'in', ago: 90 * day, seconds: 1 },
  ]);
  assert.equal(
    (await bench.insights('{slug}/workflows')).body.items.map(({ metrics }: any) => metrics.total_runs),
    [1],
  );
});

test('nothing that ran: no workflows, and a summary of zeros', async ({ bench }) => {
  assert.equal((await bench.insights('{slug}/workflows')).body, { items: [], next_page_token: null });
  const zero = {
    total_runs: 0,
    successful_runs: 0,
    failed_runs: 0,
    completed_runs: 0,
    success_rate: 0,
    throughput: 0,
    mttr: 0,
    total_recoveries: 0,
    total_credits_used: 0,
    total_duration_secs: 0,
    p95_duration_secs: 0,
    median_credits_used: 0,
  };
  assert.equal((await bench.insights('{slug}/workflows/build/summary')).body, {
    metrics: { ...zero, duration_metrics: { min: 0, mean: 0, median: 0, p95: 0, max: 0, standard_deviation: 0, total: 0 }, ...window },
    trends: zero,
    workflow_names: [],
  });
});

test('what never ran is no run; an error is a failure', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: 3 * hour, seconds: 1, status: 'not_run' },
    { id: 'b', ago: 2 * hour, seconds: 5, status: 'error' },
    { id: 'c', ago: hour, seconds: 5, status: 'unauthorized' },
  ]);
  const [{ metrics }] = (await bench.insights('{slug}/workflows')).body.items;
  assert.equal([metrics.total_runs, metrics.failed_runs, metrics.success_rate, metrics.mttr], [2, 2, 0, 0]);
});

test.run();
