import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type InsightsTestService, day, startInsightsService } from '../ci/insights/support.ts';

// A run that failed after 120 seconds and, a day later, one that succeeded after 60 and cost 3 credits: what each endpoint says of them.
const quoted = suite<{ bench: InsightsTestService; asked(path: string): Promise<string> }>('insights of the CI service, to the letter');
quoted.before.each(async (context) => {
  const bench = (context.bench = await startInsightsService());
  await bench.recordRuns([
    { id: 'a', ago: 2 * day, seconds: 120, status: 'failed' },
    { id: 'b', ago: day, seconds: 60, credits: 3 },
  ]);
  context.asked = async (row) => {
    const { status, body } = await bench.ci(row);
    return `${status} ${JSON.stringify(body).replaceAll(bench.id, '<project>').replaceAll(bench.org, '<organization>')}`;
  };
});
quoted.after.each(async ({ bench }) => {
  await bench.close();
});

// 24 hours less one minute from the end of the failure to the end of the success; 2 runs in 7 days.
const sums =
  '"total_runs":2,"successful_runs":1,"failed_runs":1,"completed_runs":2,"success_rate":0.5,"throughput":0.2857142857142857,' +
  '"mttr":86340,"total_recoveries":1,"total_credits_used":3,"total_duration_secs":180';
const more =
  ',"p95_duration_secs":120,"median_credits_used":2,"duration_metrics":{"min":60,"mean":90,"median":90,"p95":120,"max":' +
  '120,"standard_deviation":30,"total":180}';
const trends =
  '"total_runs":1,"successful_runs":1,"failed_runs":1,"completed_runs":1,"success_rate":1,"throughput":1,"mttr":1,' +
  '"total_recoveries":1,"total_credits_used":1,"total_duration_secs":1';

quoted('summaries of a project and of an organization', async ({ bench: { slug }, asked }) => {
  const flow = `"metrics":{${sums},"p95_duration_secs":120},"trends":{${trends},"p95_duration_secs":1}`;
  assert.is(
    await asked(`GET /insights/pages/${slug}/summary?reporting-window=last-7-days`),
    `200 {"org_id":"<organization>","project_id":"<project>","project_data":{"metrics":{${sums}},"trends":{${trends}}},` +
      `"project_workflow_data":[{"workflow_name":"build",${flow}}],"project_workflow_branch_data":[{"workflow_name":"build",` +
      `"branch":"main",${flow}}],"all_branches":["main"],"all_workflows":["build"]}`,
  );
  const organization = slug.split('/').slice(0, 2);
  assert.is(
    await asked(`GET /insights/${organization[0]}/${organization[1]}/summary?reporting-window=last-7-days`),
    `200 {"org_data":{"metrics":{${sums}},"trends":{${trends}}},"org_project_data":[{"project_name":"web","metrics":` +
      `{${sums}},"trends":{${trends}}}],"all_projects":["web"]}`,
  );
});

quoted('the jobs of a workflow day by day', async ({ bench: { slug }, asked }) => {
  const of = (runs: string, seconds: number, more: string) =>
    `"metrics":{${runs},"throughput":1,${more},"duration_metrics":{"min":${seconds},"mean":${seconds},"median":${seconds},` +
    `"p95":${seconds},"max":${seconds},"standard_deviation":0,"total":${seconds}}}`;
  const failed = of(
    '"total_runs":1,"successful_runs":0,"failed_runs":1,"completed_runs":1,"success_rate":0',
    120,
    '"mttr":0,"total_recoveries":0,"total_credits_used":0,"total_duration_secs":120,"p95_duration_secs":120,"median_credits_used":0',
  );
  const passed = of(
    '"total_runs":1,"successful_runs":1,"failed_runs":0,"completed_runs":1,"success_rate":1',
    60,
    '"mttr":86340,"total_recoveries":1,"total_credits_used":3,"total_duration_secs":60,"p95_duration_secs":60,"median_credits_used":3',
  );
  assert.is(
    await asked(`GET /insights/time-series/${slug}/workflows/build/jobs?granularity=daily`),
    '200 {"items":[{"name":"test","min_started_at":"2026-04-29T12:00:00.000Z","max_ended_at":"2026-04-29T12:02:00.000Z",' +
      `"timestamp":"2026-04-29T00:00:00.000Z",${failed}},{"name":"test","min_started_at":"2026-04-30T12:00:00.000Z","max_ended_at":` +
      `"2026-04-30T12:01:00.000Z","timestamp":"2026-04-30T00:00:00.000Z",${passed}}],"next_page_token":null}`,
  );
});

quoted('branches, flaky tests, test metrics', async ({ bench: { slug }, asked }) => {
  assert.is(await asked(`GET /insights/${slug}/branches`), '200 {"org_id":"<organization>","project_id":"<project>","branches":["main"]}');
  assert.is(await asked(`GET /insights/${slug}/flaky-tests`), '200 {"flaky-tests":[],"total-flaky-tests":0}');
  assert.is(
    await asked(`GET /insights/${slug}/workflows/build/test-metrics`),
    '200 {"average_test_count":0,"most_failed_tests":[],"most_failed_tests_extra":0,"slowest_tests":[],"slowest_tests_extra":' +
      '0,"total_test_runs":0,"test_runs":[]}',
  );
});

quoted('workflows, their runs, their jobs and what they come to', async ({ bench: { slug }, asked }) => {
  assert.is(
    await asked(`GET /insights/${slug}/workflows?reporting-window=last-7-days`),
    `200 {"items":[{"name":"build","metrics":{${sums}${more}},"window_start":"2026-04-24T12:00:00.000Z","window_end":` +
      '"2026-05-01T12:00:00.000Z","project_id":"<project>"}],"next_page_token":null}',
  );
  assert.is(
    await asked(`GET /insights/${slug}/workflows/build`),
    '200 {"items":[{"id":"b","branch":"main","duration":60,"created_at":"2026-04-30T12:00:00.000Z","stopped_at":"2026-04-30T12:' +
      '01:00.000Z","credits_used":3,"status":"success","is_approval":false},{"id":"a","branch":"main","duration":120,"created_at":' +
      '"2026-04-29T12:00:00.000Z","stopped_at":"2026-04-29T12:02:00.000Z","credits_used":0,"status":"failed","is_approval":' +
      'false}],"next_page_token":null}',
  );
  assert.is(
    await asked(`GET /insights/${slug}/workflows/build/jobs?reporting-window=last-7-days`),
    `200 {"items":[{"name":"test","metrics":{${sums}${more}},"window_start":"2026-04-24T12:00:00.000Z","window_end":` +
      '"2026-05-01T12:00:00.000Z"}],"next_page_token":null}',
  );
  // In 90 days: 2 divided by 90.
  assert.is(
    await asked(`GET /insights/${slug}/workflows/build/summary`),
    `200 {"metrics":{${sums.replace('0.2857142857142857', '0.022222222222222223')}${more},"window_start":"2026-01-31T12:` +
      `00:00.000Z","window_end":"2026-05-01T12:00:00.000Z"},"trends":{${trends},"p95_duration_secs":1,"median_credits_used":` +
      '1},"workflow_names":["build"]}',
  );
});
quoted.run();
