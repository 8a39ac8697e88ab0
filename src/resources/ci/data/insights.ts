import { computed, conflicts, list, listOf, lookup, oneOf, optional, query, required, string, when } from '../../../declare/index.ts';
import * as metrics from '../metrics.ts';
import { branch, branchOrAll, inProject, organizationBySlug, reportingWindow, several, span } from './where.ts';

const reporting_window = reportingWindow;
const inWorkflow = { ...inProject, workflow_name: required(string, 'The workflow.') };
const either = conflicts('branch', 'all_branches');
const dated = when('end_date').needs('start_date');

export const ciInsightsProjectSummary = lookup('ci_insights_project_summary', {
  service: 'ci', doc: 'Figures and trends of a project, its workflows and its branches.', rows: ['GET /insights/pages/{project_slug}/summary'],
  by: { ...inProject, reporting_window, branches: several('Only these branches.', 'branches'), workflow_names: several('Only these workflows.', 'workflow-names') }, of: metrics.projectSummary,
});
export const ciInsightsJobTimeSeries = list('ci_insights_job_time_series', {
  service: 'ci', doc: 'Figures of a workflow\'s jobs by the day (kept for 90 days) or by the hour (48 hours).', rows: ['GET /insights/time-series/{project_slug}/workflows/{workflow_name}/jobs'],
  items: 'moments', of: metrics.jobMoment, constraints: [dated],
  filters: { ...inWorkflow, ...branch, granularity: optional(oneOf('daily', 'hourly'), 'By the day or by the hour.', { at: query('granularity') }), ...span },
});
export const ciInsightsOrganizationSummary = lookup('ci_insights_organization_summary', {
  service: 'ci', doc: 'Figures and trends of an organization and its projects.', rows: ['GET /insights/{organization}/summary'],
  by: { organization: organizationBySlug, reporting_window, project_names: several('Only these projects.', 'project-names') }, of: metrics.organizationSummary,
});
export const ciInsightsBranches = lookup('ci_insights_branches', {
  service: 'ci', doc: 'The branches of a project that there are figures of: at most 5,000.', rows: ['GET /insights/{project_slug}/branches'],
  by: { ...inProject, workflow_name: optional(string, 'Only those of this workflow.', { at: query('workflow-name') }) },
  of: { ...metrics.project, branches: computed(listOf(string), 'The branches.') },
});
export const ciInsightsFlakyTests = lookup('ci_insights_flaky_tests', {
  service: 'ci', doc: 'The flaky tests of a project, of all its branches.', rows: ['GET /insights/{project_slug}/flaky-tests'], by: inProject, of: metrics.flaky,
});
export const ciInsightsWorkflows = list('ci_insights_workflows', {
  service: 'ci', doc: 'Figures of each workflow of a project.', rows: ['GET /insights/{project_slug}/workflows'], items: 'workflows', of: metrics.workflowFigures,
  filters: { ...inProject, ...branchOrAll, reporting_window }, constraints: [either],
});
export const ciInsightsWorkflowRuns = list('ci_insights_workflow_runs', {
  service: 'ci', doc: 'The runs of a workflow.', rows: ['GET /insights/{project_slug}/workflows/{workflow_name}'], items: 'runs', of: metrics.run,
  filters: { ...inWorkflow, ...branchOrAll, ...span }, constraints: [either, dated],
});
export const ciInsightsWorkflowJobs = list('ci_insights_workflow_jobs', {
  service: 'ci', doc: 'Figures of each job of a workflow.', rows: ['GET /insights/{project_slug}/workflows/{workflow_name}/jobs'], items: 'jobs', of: metrics.jobFigures,
  filters: { ...inWorkflow, ...branchOrAll, reporting_window, job_name: optional(string, 'Only those whose name contains this.', { at: query('job-name') }) }, constraints: [either],
});
export const ciInsightsWorkflowSummary = lookup('ci_insights_workflow_summary', {
  service: 'ci', doc: 'Figures and trends of a workflow.', rows: ['GET /insights/{project_slug}/workflows/{workflow_name}/summary'],
  by: { ...inWorkflow, ...branchOrAll }, of: metrics.workflowSummary, constraints: [either],
});
export const ciInsightsTestMetrics = lookup('ci_insights_test_metrics', {
  service: 'ci', doc: 'Figures of the tests of a workflow\'s ten most recent runs.', rows: ['GET /insights/{project_slug}/workflows/{workflow_name}/test-metrics'],
  by: { ...inWorkflow, ...branchOrAll }, of: metrics.testFigures, constraints: [either],
});
