// watchdog: 120 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { expectedTrends, expectedMetrics, type OracleRun } from './oracle.ts';
import { type InsightsTestService, day, startInsightsService, noon } from './support.ts';

const test = suite<{ bench: InsightsTestService }>('CI insights, laws');
test.before.each(async (context) => {
  context.bench = await startInsightsService({ settings: { ciPageSize: 100 } });
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const names = ['build', 'deploy'],
  branches = ['main', 'feature'],
  windows = { 'last-24-hours': 1, 'last-7-days': 7, 'last-30-days': 30, 'last-60-days': 60, 'last-90-days': 90 } as const;
const run = fc.record({
  name: fc.constantFrom(...names),
  branch: fc.constantFrom(...branches),
  status: fc.constantFrom('success', 'success', 'failed', 'failed', 'error', 'canceled', 'unauthorized', 'not_run'),
  ago: fc.oneof(fc.integer({ min: 0, max: 100 * 24 * 60 }), fc.integer({ min: 0, max: 3 * 24 * 60 }), fc.integer({ min: 0, max: 600 })),
  seconds: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4000 })),
  credits: fc.integer({ min: 0, max: 40 }),
});
/** Runs in any order; no two end at the same time. */
const history = fc
  .array(run, { maxLength: 60, size: 'max' })
  .map((runs) => runs.map((one, at) => ({ ...one, id: `r-${at}`, ago: one.ago * 60_000 + at })));

const near = (got: any, expected: any, where: string): void => {
  if (typeof expected === 'number' && typeof got === 'number')
    assert.ok(Math.abs(got - expected) <= 1e-6 * Math.max(1, Math.abs(expected)), `${where}: ${got}, expected ${expected}`);
  else if (expected !== null && typeof expected === 'object') {
    assert.equal(Object.keys(got).sort(), Object.keys(expected).sort(), where);
    for (const [name, value] of Object.entries(expected)) near(got[name], value, `${where}.${name}`);
  } else assert.equal(got, expected, where);
};
const pick = (all: object, like: object): object => Object.fromEntries(Object.keys(like).map((name) => [name, (all as any)[name]]));
const within =
  (days: number, end = 0) =>
  ({ createdAt }: OracleRun): boolean =>
    createdAt >= noon - (days + end) * day && (end === 0 || createdAt < noon - end * day);
const answer = async (bench: InsightsTestService, path: string): Promise<any> => {
  const { status, body } = await bench.insights(path);
  assert.is(status, 200, JSON.stringify(body));
  return body;
};

type WindowName = keyof typeof windows;
type HistoryRun = Omit<OracleRun, 'createdAt' | 'stoppedAt'> & { readonly id: string; readonly ago: number; readonly seconds: number };
const ofFlow = (rows: readonly OracleRun[], name: string) => rows.filter((each) => each.name === name);

/** What the endpoints should return for a history: plain counts of its runs. */
const expectHistory = (runs: readonly HistoryRun[], windowName: WindowName, branch: string | undefined) => {
  const all: readonly OracleRun[] = runs.map(({ ago, seconds, ...rest }) => ({
    ...rest,
    createdAt: noon - ago,
    stoppedAt: noon - ago + seconds * 1000,
  }));
  const ran = all.filter(({ status }) => status !== 'not_run');
  const days = windows[windowName];
  return {
    all,
    ran,
    days,
    trendDays: Math.min(days, 30),
    windowName,
    selected: branch === undefined ? ran : ran.filter((one) => one.branch === branch),
    selectedOfAll: branch === undefined ? all : all.filter((one) => one.branch === branch),
    query: branch === undefined ? 'all-branches=true' : `branch=${branch}`,
    metrics: (rows: readonly OracleRun[]) => expectedMetrics(rows.filter(within(days)), all, days),
    trends: (rows: readonly OracleRun[], length: number) =>
      expectedTrends(
        expectedMetrics(rows.filter(within(length)), all, length),
        expectedMetrics(rows.filter(within(length, length)), all, length),
      ),
    present: (rows: readonly OracleRun[]) => names.filter((name) => ofFlow(rows.filter(within(days)), name).length > 0),
  };
};
type Expected = ReturnType<typeof expectHistory>;

const checkWorkflows = async (bench: InsightsTestService, expected: Expected): Promise<void> => {
  const { all, selected, selectedOfAll, query, days, windowName } = expected;
  const workflows = await answer(bench, `{slug}/workflows?reporting-window=${windowName}&${query}`);
  near(
    workflows.items.map(({ name, metrics }: any) => [name, metrics]),
    expected.present(selected).map((name) => [name, expected.metrics(ofFlow(selected, name))]),
    'workflows',
  );
  const jobs = await answer(bench, `{slug}/workflows/build/jobs?reporting-window=${windowName}&${query}`);
  // Jobs of workflows that never ran are recorded as never run too, but here they have begun all the same.
  const jobCount = ofFlow(selectedOfAll, 'build').filter(within(days)).length;
  near(
    jobs.items.map(({ metrics }: any) => metrics.total_runs),
    jobCount > 0 ? [jobCount] : [],
    'jobs',
  );
  const summary = await answer(bench, `{slug}/workflows/build/summary?${query}`);
  const { window_start: _, window_end: __, ...metrics } = summary.metrics;
  near(metrics, expectedMetrics(ofFlow(selected, 'build').filter(within(90)), all, 90), 'summary');
  near(summary.trends, expected.trends(ofFlow(selected, 'build'), 30), 'summary trends');
};

const checkWorkflowsOfProject = (page: any, expected: Expected): void => {
  const { ran, days, trendDays } = expected;
  const like = page.project_workflow_data[0]?.metrics;
  const expectRows = (rows: readonly OracleRun[], shape: object) => ({
    metrics: pick(expected.metrics(rows), shape),
    trends: pick(expected.trends(rows, trendDays), shape),
  });
  near(
    Object.fromEntries(page.project_workflow_data.map(({ workflow_name: name, ...rest }: any) => [name, rest])),
    Object.fromEntries(expected.present(ran).map((name) => [name, expectRows(ofFlow(ran, name), like)])),
    'workflows of the project',
  );
  const pairs = names
    .flatMap((name) => branches.map((branch) => [name, branch, ofFlow(ran, name).filter((each) => each.branch === branch)] as const))
    .filter(([, , rows]) => rows.some(within(days)));
  near(
    Object.fromEntries(
      page.project_workflow_branch_data.map(({ workflow_name: name, branch, ...rest }: any) => [`${name} ${branch}`, rest]),
    ),
    Object.fromEntries(
      pairs.map(([name, branch, rows]) => [`${name} ${branch}`, expectRows(rows, page.project_workflow_branch_data[0].metrics)]),
    ),
    'branches of the project',
  );
};

const checkProject = async (bench: InsightsTestService, expected: Expected): Promise<void> => {
  const { ran, days, trendDays, windowName } = expected;
  const page = await answer(bench, `pages/{slug}/summary?reporting-window=${windowName}`);
  near(page.project_data.metrics, pick(expected.metrics(ran), page.project_data.metrics), 'project');
  near(page.project_data.trends, pick(expected.trends(ran, trendDays), page.project_data.metrics), 'project trends');
  checkWorkflowsOfProject(page, expected);
  assert.equal(page.all_branches, [...new Set(ran.filter(within(days)).map((each) => each.branch))].sort());
  assert.equal(page.all_workflows, expected.present(ran));
  const organization = bench.slug.split('/').slice(0, 2).join('/');
  const { org_data, org_project_data } = await answer(bench, `${organization}/summary?reporting-window=${windowName}`);
  near(org_data, page.project_data, 'organization');
  near(org_project_data, ran.some(within(days)) ? [{ project_name: 'web', ...page.project_data }] : [], 'projects');
};

test('every metric and trend equals a plain count of the runs', async ({ bench }) => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom(...(Object.keys(windows) as WindowName[])),
      fc.constantFrom(undefined, ...branches),
      async (runs, windowName, branch) => {
        await bench.store.write((tx) => tx.ledger.deleteProject(bench.id));
        await bench.recordRuns(runs);
        const expected = expectHistory(runs, windowName, branch);
        await checkWorkflows(bench, expected);
        await checkProject(bench, expected);
      },
    ),
    { numRuns: runs(25) },
  );
});

test('a series shows every run once, in its day', async ({ bench }) => {
  await fc.assert(
    fc.asyncProperty(history, async (runs) => {
      await bench.store.write((tx) => tx.ledger.deleteProject(bench.id));
      await bench.recordRuns(runs.map((one) => ({ ...one, name: 'build', status: one.status === 'not_run' ? 'failed' : one.status })));
      const { items } = await answer(bench, 'time-series/{slug}/workflows/build/jobs?branch=main');
      const first = Date.UTC(2026, 0, 31);
      const days = new Map<number, number>();
      for (const { ago, branch } of runs) {
        const at = noon - ago;
        if (branch === 'main' && at >= first) days.set(Math.floor(at / day) * day, (days.get(Math.floor(at / day) * day) ?? 0) + 1);
      }
      const all: readonly OracleRun[] = runs.map(({ ago, seconds, status, ...rest }) => ({
        ...rest,
        name: 'build',
        status: status === 'not_run' ? 'failed' : status,
        createdAt: noon - ago,
        stoppedAt: noon - ago + seconds * 1000,
      }));
      for (const { timestamp, metrics } of items)
        near(
          metrics,
          expectedMetrics(
            all.filter(({ branch, createdAt }) => branch === 'main' && Math.floor(createdAt / day) * day === Date.parse(timestamp)),
            all,
            1,
          ),
          timestamp,
        );
      assert.equal(
        items.map(({ timestamp, metrics }: any) => [timestamp, metrics.total_runs, metrics.throughput]),
        [...days].sort(([a], [b]) => a - b).map(([at, count]) => [new Date(at).toISOString(), count, count]),
      );
    }),
    { numRuns: runs(25) },
  );
});

test('a long count lets others have their turn between its questions', async ({ bench }) => {
  await bench.recordRuns([{ id: 'r-1', ago: day, seconds: 5 }]);
  let turns = 0;
  let timer = setImmediate(function turn() {
    turns += 1;
    timer = setImmediate(turn);
  });
  const asked = { of: { project: bench.id }, from: noon - 90 * day, to: noon };
  await bench.store.read(async (view) => {
    for (const by of ['project', 'name', 'branch'] as const) await view.ledger.summarizeRuns(asked, [by], 'sums');
  });
  clearImmediate(timer);
  assert.ok(turns >= 2, `${turns} turns`);
});

test.run();
