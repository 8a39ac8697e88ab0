// watchdog: 120 s
import { runs } from '../../../support/scale.ts';
import { fc } from '../../../support/seed.ts';
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
/** Runs in any order of telling; none end in the same moment. */
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

test('every metric and trend is what a plain count of the runs says', async ({ bench }) => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom(...(Object.keys(windows) as (keyof typeof windows)[])),
      fc.constantFrom(undefined, ...branches),
      async (runs, name, branch) => {
        await bench.store.write((tx) => tx.ledger.deleteProject(bench.id));
        await bench.recordRuns(runs);
        const all: readonly OracleRun[] = runs.map(({ ago, seconds, ...rest }) => ({
          ...rest,
          createdAt: noon - ago,
          stoppedAt: noon - ago + seconds * 1000,
        }));
        const told = all.filter(({ status }) => status !== 'not_run'),
          days = windows[name],
          trend = Math.min(days, 30);
        const here = branch === undefined ? told : told.filter((one) => one.branch === branch);
        const where = branch === undefined ? 'all-branches=true' : `branch=${branch}`;
        const of = (rows: readonly OracleRun[]) => expectedMetrics(rows, all, days);
        const trends = (rows: readonly OracleRun[], length: number) =>
          expectedTrends(
            expectedMetrics(rows.filter(within(length)), all, length),
            expectedMetrics(rows.filter(within(length, length)), all, length),
          );
        const flow = (rows: readonly OracleRun[], one: string) => rows.filter((each) => each.name === one);
        const present = (rows: readonly OracleRun[]) => names.filter((one) => flow(rows.filter(within(days)), one).length > 0);

        const workflows = await answer(bench, `{slug}/workflows?reporting-window=${name}&${where}`);
        near(
          workflows.items.map(({ name: of, metrics }: any) => [of, metrics]),
          present(here).map((one) => [one, of(flow(here, one).filter(within(days)))]),
          'workflows',
        );
        const jobs = await answer(bench, `{slug}/workflows/build/jobs?reporting-window=${name}&${where}`);
        // Jobs of runs that never ran were told as never run as well, and began all the same here.
        near(
          jobs.items.map(({ metrics }: any) => metrics.total_runs),
          flow(branch === undefined ? all : all.filter((one) => one.branch === branch), 'build').filter(within(days)).length > 0
            ? [flow(branch === undefined ? all : all.filter((one) => one.branch === branch), 'build').filter(within(days)).length]
            : [],
          'jobs',
        );

        const one = await answer(bench, `{slug}/workflows/build/summary?${where}`);
        const { window_start: _, window_end: __, ...metrics } = one.metrics;
        near(metrics, expectedMetrics(flow(here, 'build').filter(within(90)), all, 90), 'summary');
        near(one.trends, trends(flow(here, 'build'), 30), 'summary trends');

        const whole = await answer(bench, `pages/{slug}/summary?reporting-window=${name}`);
        near(whole.project_data.metrics, pick(of(told.filter(within(days))), whole.project_data.metrics), 'project');
        near(whole.project_data.trends, pick(trends(told, trend), whole.project_data.metrics), 'project trends');
        near(
          Object.fromEntries(whole.project_workflow_data.map(({ workflow_name: of, ...rest }: any) => [of, rest])),
          Object.fromEntries(
            present(told).map((one) => [
              one,
              {
                metrics: pick(of(flow(told, one).filter(within(days))), whole.project_workflow_data[0].metrics),
                trends: pick(trends(flow(told, one), trend), whole.project_workflow_data[0].metrics),
              },
            ]),
          ),
          'workflows of the project',
        );
        const pairs = names
          .flatMap((one) => branches.map((other) => [one, other, flow(told, one).filter((each) => each.branch === other)] as const))
          .filter(([, , rows]) => rows.some(within(days)));
        near(
          Object.fromEntries(
            whole.project_workflow_branch_data.map(({ workflow_name: of, branch: on, ...rest }: any) => [`${of} ${on}`, rest]),
          ),
          Object.fromEntries(
            pairs.map(([one, other, rows]) => [
              `${one} ${other}`,
              {
                metrics: pick(of(rows.filter(within(days))), whole.project_workflow_branch_data[0].metrics),
                trends: pick(trends(rows, trend), whole.project_workflow_branch_data[0].metrics),
              },
            ]),
          ),
          'branches of the project',
        );
        assert.equal(whole.all_branches, [...new Set(told.filter(within(days)).map((each) => each.branch))].sort());
        assert.equal(whole.all_workflows, present(told));

        const { org_data: org, org_project_data: projects } = await answer(
          bench,
          `${bench.slug.split('/').slice(0, 2).join('/')}/summary?reporting-window=${name}`,
        );
        near(org, whole.project_data, 'organization');
        near(projects, told.some(within(days)) ? [{ project_name: 'web', ...whole.project_data }] : [], 'projects');
      },
    ),
    { numRuns: runs(25) },
  );
});

test('a series tells every run once, in its day', async ({ bench }) => {
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
