import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type InsightsTestService, day, startInsightsService } from './support.ts';

const test = suite<{ bench: InsightsTestService }>('CI insights, time series and summaries');
test.before.each(async (context) => {
  context.bench = await startInsightsService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const hour = 3_600_000;
const org = ({ slug }: InsightsTestService): string => slug.split('/').slice(0, 2).join('/');

test('a time series by the day and by the hour: hours are kept for 48 of them', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: 3 * day, seconds: 10 },
    { id: 'b', ago: 2 * hour, seconds: 20 },
    { id: 'c', ago: 2 * hour - 60_000, seconds: 40, status: 'failed' },
    { id: 'd', ago: hour, seconds: 1, branch: 'next' },
  ]);
  const moments = async (path: string) =>
    (await bench.insights(path)).body.items.map(({ name, timestamp, min_started_at: from, max_ended_at: to, metrics }: any) => [
      name,
      timestamp,
      from,
      to,
      metrics.total_runs,
      metrics.throughput,
      metrics.success_rate,
    ]);
  const jobs = 'time-series/{slug}/workflows/build/jobs';
  const [old, today] = [
    ['test', '2026-04-28T00:00:00.000Z', '2026-04-28T12:00:00.000Z', '2026-04-28T12:00:10.000Z', 1, 1, 1],
    ['test', '2026-05-01T00:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:01:40.000Z', 2, 2, 0.5],
  ];
  assert.equal(await moments(jobs), [old, today]);
  assert.equal(await moments(`${jobs}?granularity=daily&start-date=2026-04-29`), [today]);
  assert.equal(await moments(`${jobs}?start-date=2026-04-28&end-date=2026-05-01`), [old]);
  assert.equal(await moments(`${jobs}?granularity=hourly`), [
    ['test', '2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:01:40.000Z', 2, 48, 0.5],
  ]);
  assert.equal(await moments('time-series/{slug}/workflows?branch=next'), [
    ['build', '2026-05-01T00:00:00.000Z', '2026-05-01T11:00:00.000Z', '2026-05-01T11:00:01.000Z', 1, 1, 1],
  ]);
});

test('branches of the project, and of one workflow', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: day, seconds: 1 },
    { id: 'b', ago: day, seconds: 1, branch: 'next', name: 'deploy' },
    { id: 'c', ago: day, seconds: 1, branch: 'next' },
    { id: 'd', ago: 91 * day, seconds: 1, branch: 'old' },
    { id: 'e', ago: day, seconds: 1, branch: null },
  ]);
  assert.equal((await bench.insights('{slug}/branches')).body, { org_id: bench.org, project_id: bench.id, branches: ['main', 'next'] });
  assert.equal((await bench.insights('{slug}/branches?workflow-name=deploy')).body.branches, ['next']);
});

test('at most 5,000 branches', async ({ bench }) => {
  await bench.recordRuns(
    Array.from({ length: 5001 }, (_, at) => ({ id: `r-${at}`, ago: day, seconds: 1, branch: `b${String(at).padStart(5, '0')}` })),
    [],
  );
  const { branches } = (await bench.insights('{slug}/branches')).body;
  assert.equal([branches.length, branches[0], branches.at(-1)], [5000, 'b00000', 'b04999']);
});

test('a summary of the project: its parts, filters by name, and trends against the days before', async ({ bench }) => {
  await bench.recordRuns([
    { id: 'a', ago: day, seconds: 30 },
    { id: 'b', ago: 2 * day, seconds: 10, status: 'failed' },
    { id: 'c', ago: 8 * day, seconds: 10 },
    { id: 'd', ago: day, seconds: 6, branch: 'next', name: 'deploy' },
  ]);
  const asked = async (query: string) => (await bench.insights(`pages/{slug}/summary?reporting-window=last-7-days${query}`)).body;
  const metrics = {
    total_runs: 3,
    successful_runs: 2,
    failed_runs: 1,
    completed_runs: 3,
    success_rate: 2 / 3,
    throughput: 3 / 7,
    mttr: 86_420,
    total_recoveries: 1,
    total_credits_used: 0,
    total_duration_secs: 46,
  };
  const trends = {
    total_runs: 2,
    successful_runs: 1,
    failed_runs: 1,
    completed_runs: 2,
    success_rate: (2 / 3 - 1) / 1,
    throughput: (3 / 7 - 1 / 7) / (1 / 7),
    mttr: 1,
    total_recoveries: 1,
    total_credits_used: 0,
    total_duration_secs: 3.6,
  };
  const whole = await asked('');
  assert.equal(
    [whole.org_id, whole.project_id, whole.project_data, whole.all_branches, whole.all_workflows],
    [bench.org, bench.id, { metrics, trends }, ['main', 'next'], ['build', 'deploy']],
  );
  assert.equal(
    whole.project_workflow_data.map(({ workflow_name: name, metrics: of, trends: by }: any) => [
      name,
      of.total_runs,
      of.p95_duration_secs,
      by.p95_duration_secs,
    ]),
    [
      ['build', 2, 30, 2],
      ['deploy', 1, 6, 1],
    ],
  );
  assert.equal(
    whole.project_workflow_branch_data.map(({ workflow_name: name, branch, metrics: of }: any) => [name, branch, of.total_runs]),
    [
      ['build', 'main', 2],
      ['deploy', 'next', 1],
    ],
  );
  const some = await asked('&workflow-names=deploy&workflow-names=none&branches=next&branches=main');
  assert.equal(
    [some.project_data, some.project_workflow_data.length, some.project_workflow_branch_data.map(({ branch }: any) => branch)],
    [{ metrics, trends }, 1, ['next']],
  );
  const all = (await bench.insights(`${org(bench)}/summary?reporting-window=last-7-days`)).body;
  assert.equal(all, { org_data: { metrics, trends }, org_project_data: [{ project_name: 'web', metrics, trends }], all_projects: ['web'] });
  await bench.project('idle');
  const chosen = (await bench.insights(`${org(bench)}/summary?project-names=idle&project-names=none`)).body;
  assert.equal([chosen.org_data.metrics.total_runs, chosen.org_project_data, chosen.all_projects], [4, [], ['idle', 'web']]);
});

test('a project that is deleted leaves nothing', async ({ bench }) => {
  await bench.recordRuns([{ id: 'a', ago: day, seconds: 1 }]);
  assert.is((await bench.ci(`DELETE /project/${bench.slug}`)).status, 200);
  assert.is((await bench.insights('{slug}/workflows')).status, 404);
  assert.equal((await bench.insights(`${org(bench)}/summary`)).body.org_data.metrics.total_runs, 0);
  assert.is(await bench.store.read((view) => view.ledger.findRun('a')), undefined);
});

test.run();
