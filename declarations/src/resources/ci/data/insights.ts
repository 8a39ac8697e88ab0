import {
  computed,
  conflictsWith,
  listDataSource,
  listOf,
  lookupDataSource,
  oneOf,
  optional,
  query,
  renamed,
  required,
  string,
  when,
} from '../../../declare/index.ts';
import * as metrics from '../metrics.ts';
import {
  branchFilter,
  branchOrAllFilter,
  byProjectSlug,
  organizationBySlug,
  reportingWindow,
  repeatedFilter,
  dateRange,
} from './filters.ts';

const reporting_window = reportingWindow;
const inWorkflow = { ...byProjectSlug, workflow_name: required(string, 'The workflow.') };
const branchConflict = conflictsWith('branch', 'all_branches');
const datesTogether = when('end_date').needs('start_date');

export const ciInsightsProjectSummary = lookupDataSource('ci_insights_project_summary', {
  service: 'ci',
  doc: 'Figures and trends of a project, its workflows and its branches.',
  requests: ['GET /insights/pages/{project_slug}/summary'],
  by: {
    ...byProjectSlug,
    reporting_window,
    branches: repeatedFilter('Only these branches.', 'branches'),
    workflow_names: repeatedFilter('Only these workflows.', 'workflow-names'),
  },
  of: metrics.projectSummary,
});
export const ciInsightsJobTimeSeries = listDataSource('ci_insights_job_time_series', {
  service: 'ci',
  doc: "Figures of a workflow's jobs by the day (kept for 90 days) or by the hour (48 hours).",
  requests: ['GET /insights/time-series/{project_slug}/workflows/{workflow_name}/jobs'],
  items: 'data_points',
  itemsRenamedFrom: renamed('moments'),
  of: metrics.jobMoment,
  constraints: [datesTogether],
  filters: {
    ...inWorkflow,
    ...branchFilter,
    granularity: optional(oneOf('daily', 'hourly'), 'By the day or by the hour.', { at: query('granularity') }),
    ...dateRange,
  },
});
export const ciInsightsOrganizationSummary = lookupDataSource('ci_insights_organization_summary', {
  service: 'ci',
  doc: 'Figures and trends of an organization and its projects.',
  requests: ['GET /insights/{organization}/summary'],
  by: { organization: organizationBySlug, reporting_window, project_names: repeatedFilter('Only these projects.', 'project-names') },
  of: metrics.organizationSummary,
});
export const ciInsightsBranches = lookupDataSource('ci_insights_branches', {
  service: 'ci',
  doc: 'The branches of a project that there are figures of: at most 5,000.',
  requests: ['GET /insights/{project_slug}/branches'],
  by: { ...byProjectSlug, workflow_name: optional(string, 'Only those of this workflow.', { at: query('workflow-name') }) },
  of: { ...metrics.projectIds, branches: computed(listOf(string), 'The branches.') },
});
export const ciInsightsFlakyTests = lookupDataSource('ci_insights_flaky_tests', {
  service: 'ci',
  doc: 'The flaky tests of a project, of all its branches.',
  requests: ['GET /insights/{project_slug}/flaky-tests'],
  by: byProjectSlug,
  of: metrics.flakyTests,
});
export const ciInsightsWorkflows = listDataSource('ci_insights_workflows', {
  service: 'ci',
  doc: 'Figures of each workflow of a project.',
  requests: ['GET /insights/{project_slug}/workflows'],
  items: 'workflows',
  of: metrics.workflowFigures,
  filters: { ...byProjectSlug, ...branchOrAllFilter, reporting_window },
  constraints: [branchConflict],
});
export const ciInsightsWorkflowRuns = listDataSource('ci_insights_workflow_runs', {
  service: 'ci',
  doc: 'The runs of a workflow.',
  requests: ['GET /insights/{project_slug}/workflows/{workflow_name}'],
  items: 'runs',
  of: metrics.workflowRun,
  filters: { ...inWorkflow, ...branchOrAllFilter, ...dateRange },
  constraints: [branchConflict, datesTogether],
});
export const ciInsightsWorkflowJobs = listDataSource('ci_insights_workflow_jobs', {
  service: 'ci',
  doc: 'Figures of each job of a workflow.',
  requests: ['GET /insights/{project_slug}/workflows/{workflow_name}/jobs'],
  items: 'jobs',
  of: metrics.jobFigures,
  filters: {
    ...inWorkflow,
    ...branchOrAllFilter,
    reporting_window,
    job_name: optional(string, 'Only those whose name contains this.', { at: query('job-name') }),
  },
  constraints: [branchConflict],
});
export const ciInsightsWorkflowSummary = lookupDataSource('ci_insights_workflow_summary', {
  service: 'ci',
  doc: 'Figures and trends of a workflow.',
  requests: ['GET /insights/{project_slug}/workflows/{workflow_name}/summary'],
  by: { ...inWorkflow, ...branchOrAllFilter },
  of: metrics.workflowSummary,
  constraints: [branchConflict],
});
export const ciInsightsTestMetrics = lookupDataSource('ci_insights_test_metrics', {
  service: 'ci',
  doc: "Figures of the tests of a workflow's ten most recent runs.",
  requests: ['GET /insights/{project_slug}/workflows/{workflow_name}/test-metrics'],
  by: { ...inWorkflow, ...branchOrAllFilter },
  of: metrics.testFigures,
  constraints: [branchConflict],
});
