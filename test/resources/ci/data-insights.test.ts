import { testDataSources } from '../support/scripted-provider.ts';

const acme = '00000000-0000-4000-8000-0000000000ac',
  project = '33333333-3333-4333-8333-333333333333',
  id = '99999999-9999-4999-8999-999999999999',
  at = '2026-01-01T00:00:00.000Z';
const of = { project_slug: 'gh/acme/web' },
  build = { ...of, workflow_name: 'build' };
const metrics = {
  total_runs: 10,
  successful_runs: 9,
  failed_runs: 1,
  completed_runs: 10,
  success_rate: 0.9,
  throughput: 1.5,
  mttr: 60,
  total_recoveries: 1,
  total_credits_used: 100,
  median_credits_used: 9,
  total_duration_secs: 600,
  p95_duration_secs: 80,
  duration_metrics: { min: 30, mean: 60, median: 58, p95: 80, max: 90, standard_deviation: 12.5, total: 600 },
};
const trends = { total_runs: 0.5, success_rate: -0.1 };
const measured = { metrics, trends };
const pages = (...items: readonly object[]) => ({ items, next_page_token: null });
const base = 'GET /insights/gh/acme/web',
  flow = `${base}/workflows/build`;
const flaky = {
  'time-wasted': 12,
  'workflow-created-at': at,
  'workflow-id': id,
  classname: 'sum',
  'pipeline-number': 7,
  'workflow-name': 'build',
  'test-name': 'adds',
  'job-name': 'test',
  'job-number': 12,
  'times-flaked': 2,
  source: 'jest',
  file: 'a.ts',
};
const shownFlaky = {
  time_wasted: 12,
  workflow_created_at: at,
  workflow_id: id,
  classname: 'sum',
  pipeline_number: 7,
  workflow_name: 'build',
  test_name: 'adds',
  job_name: 'test',
  job_number: 12,
  times_flaked: 2,
  source: 'jest',
  file: 'a.ts',
};
const slow = {
  p95_duration: 1.5,
  total_runs: 10,
  classname: 'sum',
  failed_runs: 1,
  flaky: true,
  source: 'jest',
  file: 'a.ts',
  job_name: 'test',
  test_name: 'adds',
};
const figures = {
  average_test_count: 2,
  most_failed_tests: [slow],
  most_failed_tests_extra: 0,
  slowest_tests: [slow],
  slowest_tests_extra: 1,
  total_test_runs: 1,
  test_runs: [
    { pipeline_number: 7, workflow_id: id, success_rate: 0.5, test_counts: { error: 0, failure: 1, skipped: 0, success: 1, total: 2 } },
  ],
};
const run = { id, branch: 'main', duration: 60, created_at: at, stopped_at: at, credits_used: 9, status: 'success', is_approval: false };
const window = { window_start: at, window_end: at };
const summary = {
  project_id: project,
  project_data: measured,
  project_workflow_data: [{ workflow_name: 'build', ...measured }],
  project_workflow_branch_data: [{ workflow_name: 'build', branch: 'main', ...measured }],
  all_branches: ['main'],
  all_workflows: ['build'],
};
const ofProjects = [{ project_name: 'web', ...measured }];
const ofOrganization = { org_data: measured, org_project_data: ofProjects, all_projects: ['web'] };

testDataSources('insights', {
  ci_insights_project_summary: {
    config: { ...of, reporting_window: 'last-7-days', branches: ['main', 'next one'], workflow_names: ['build'] },
    exchanges: [
      {
        request:
          'GET /insights/pages/gh/acme/web/summary?reporting-window=last-7-days&branches=main&branches=next%20one&workflow-names=build',
        answer: { org_id: acme, ...summary },
      },
    ],
    state: { organization_id: acme, ...summary },
  },
  ci_insights_job_time_series: {
    config: { ...build, branch: 'main', granularity: 'hourly', start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-02T00:00:00Z' },
    exchanges: [
      {
        request:
          'GET /insights/time-series/gh/acme/web/workflows/build/jobs?branch=main&granularity=hourly&' +
          'start-date=2026-01-01T00%3A00%3A00Z&end-date=2026-01-02T00%3A00%3A00Z',
        answer: pages({ name: 'test', min_started_at: at, max_ended_at: at, timestamp: at, metrics }),
      },
    ],
    state: { data_points: [{ name: 'test', min_started_at: at, max_ended_at: at, timestamp: at, metrics }] },
  },
  ci_insights_organization_summary: {
    config: { reporting_window: 'last-24-hours', project_names: ['web', 'api'] },
    exchanges: [
      {
        request: 'GET /insights/gh/acme/summary?reporting-window=last-24-hours&project-names=web&project-names=api',
        answer: ofOrganization,
      },
    ],
    state: { organization_data: measured, organization_project_data: ofProjects, all_projects: ['web'] },
  },
  ci_insights_branches: {
    config: { ...of, workflow_name: 'build' },
    exchanges: [{ request: `${base}/branches?workflow-name=build`, answer: { org_id: acme, project_id: project, branches: ['main'] } }],
    state: { organization_id: acme, project_id: project, branches: ['main'] },
  },
  ci_insights_flaky_tests: {
    config: of,
    exchanges: [{ request: `${base}/flaky-tests`, answer: { 'flaky-tests': [flaky], 'total-flaky-tests': 1 } }],
    state: { flaky_tests: [shownFlaky], total_flaky_tests: 1 },
  },
  'ci_insights_flaky_tests of the hosted service': {
    config: of,
    exchanges: [{ request: `${base}/flaky-tests`, answer: { flaky_tests: [shownFlaky], total_flaky_tests: 1 } }],
    state: { flaky_tests: [shownFlaky], total_flaky_tests: 1 },
  },
  ci_insights_workflows: {
    config: { ...of, all_branches: true, reporting_window: 'last-60-days' },
    exchanges: [
      {
        request: `${base}/workflows?all-branches=true&reporting-window=last-60-days`,
        answer: pages({ name: 'build', metrics, ...window, project_id: project }),
      },
    ],
    state: { workflows: [{ name: 'build', metrics, ...window, project_id: project }] },
  },
  ci_insights_workflow_runs: {
    config: { ...build, branch: 'main', start_date: '2026-01-01T00:00:00Z' },
    exchanges: [{ request: `${flow}?branch=main&start-date=2026-01-01T00%3A00%3A00Z`, answer: pages(run) }],
    state: { runs: [run] },
  },
  ci_insights_workflow_jobs: {
    config: { ...build, job_name: 'te', reporting_window: 'last-90-days' },
    exchanges: [{ request: `${flow}/jobs?reporting-window=last-90-days&job-name=te`, answer: pages({ name: 'test', metrics, ...window }) }],
    state: { jobs: [{ name: 'test', metrics, ...window }] },
  },
  ci_insights_workflow_summary: {
    config: { ...build, all_branches: true },
    exchanges: [{ request: `${flow}/summary?all-branches=true`, answer: { ...measured, workflow_names: ['build'] } }],
    state: { ...measured, workflow_names: ['build'] },
  },
  ci_insights_test_metrics: {
    config: { ...build, branch: 'main' },
    exchanges: [{ request: `${flow}/test-metrics?branch=main`, answer: figures }],
    state: figures,
  },
});
