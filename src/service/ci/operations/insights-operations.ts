import { nullable } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import {
  arrayOf,
  describeRead,
  documentOf,
  kinds,
  type OperationDescriptions,
  pageOf,
  pageToken,
  wordQuery,
} from '../requests/document-schemas.ts';

const { boolean, integer, number, text, time, uuid } = kinds;

/** Metrics by name: numbers, and `duration_metrics` with numbers of its own. */
const metrics = { type: 'object', additionalProperties: { type: ['number', 'object', 'string'] } };
const trends = { type: 'object', additionalProperties: number };
const figures = { metrics, trends };
const window = { window_start: time, window_end: time };
const windowQuery = {
  'reporting-window': wordQuery(
    'The latest runs that count.',
    'last-7-days',
    'last-90-days',
    'last-24-hours',
    'last-30-days',
    'last-60-days',
  ),
};
const oneBranchQuery = { branch: textParameter('The branch. Without it: the default branch.') };
const branchQuery = { ...oneBranchQuery, 'all-branches': wordQuery('Whether all branches count; instead of `branch`.', 'true', 'false') };
const dateQuery = {
  'start-date': { doc: 'The beginning, inclusive; required with `end-date`.', schema: time },
  'end-date': { doc: 'The end, exclusive; at most 90 days after `start-date`.', schema: time },
};
const seriesQuery = {
  ...oneBranchQuery,
  granularity: wordQuery('The length of a step.', 'daily', 'hourly'),
  ...dateQuery,
  ...pageToken,
};
const run = { id: uuid, duration: integer, stopped_at: time, credits_used: integer, status: text };
const moment = documentOf({
  name: text,
  min_started_at: nullable(time),
  max_ended_at: nullable(time),
  timestamp: time,
  metrics,
});
const testFigures = documentOf({
  p95_duration: number,
  total_runs: integer,
  classname: text,
  failed_runs: integer,
  flaky: boolean,
  source: nullable(text),
  file: nullable(text),
  job_name: text,
  test_name: text,
});
const testRun = documentOf({
  pipeline_number: integer,
  workflow_id: text,
  success_rate: number,
  test_counts: documentOf({ error: integer, failure: integer, skipped: integer, success: integer, total: integer }),
});
const flakyTest = documentOf({
  'time-wasted': number,
  'workflow-created-at': time,
  'workflow-id': text,
  classname: text,
  'pipeline-number': integer,
  'workflow-name': text,
  'test-name': text,
  'job-name': text,
  'job-number': integer,
  'times-flaked': integer,
  source: nullable(text),
  file: nullable(text),
});
const repeatable = (doc: string) => textParameter(`${doc} Repeatable.`);

const path = '/insights/{project-slug}/workflows';
export const insightsOperations: OperationDescriptions = {
  'GET /insights/pages/{project-slug}/summary': describeRead(
    'Summarizes a project, its workflows and their branches.',
    documentOf({
      org_id: uuid,
      project_id: uuid,
      project_data: documentOf(figures),
      project_workflow_data: arrayOf(documentOf({ workflow_name: text, ...figures })),
      project_workflow_branch_data: arrayOf(documentOf({ workflow_name: text, branch: text, ...figures })),
      all_branches: kinds.texts,
      all_workflows: kinds.texts,
    }),
    {
      ...windowQuery,
      branches: repeatable('Only these branches.'),
      'workflow-names': repeatable('Only these workflows.'),
    },
  ),
  'GET /insights/{org-slug}/summary': describeRead(
    'Summarizes an organization and its projects.',
    documentOf({
      org_data: documentOf(figures),
      org_project_data: arrayOf(documentOf({ project_name: text, ...figures })),
      all_projects: kinds.texts,
    }),
    { ...windowQuery, 'project-names': repeatable('Only these projects.') },
  ),
  'GET /insights/{project-slug}/branches': describeRead(
    'Lists the branches of a project that have runs.',
    documentOf({ org_id: uuid, project_id: uuid, branches: kinds.texts }),
    { 'workflow-name': textParameter('Only branches of this workflow.') },
  ),
  [`GET ${path}`]: describeRead(
    'Lists the metrics of the workflows of a project.',
    pageOf(documentOf({ name: text, metrics, ...window, project_id: uuid })),
    { ...windowQuery, ...branchQuery, ...pageToken },
  ),
  [`GET ${path}/{workflow-name}`]: describeRead(
    'Lists the runs of a workflow, newest first.',
    pageOf(documentOf({ ...run, branch: text, created_at: time, is_approval: boolean })),
    { ...branchQuery, ...dateQuery, ...pageToken },
  ),
  [`GET ${path}/{workflow-name}/summary`]: describeRead(
    'Summarizes a workflow.',
    documentOf({ ...figures, workflow_names: kinds.texts }),
    branchQuery,
  ),
  [`GET ${path}/{workflow-name}/jobs`]: describeRead(
    'Lists the metrics of the jobs of a workflow.',
    pageOf(documentOf({ name: text, metrics, ...window })),
    { ...windowQuery, ...branchQuery, 'job-name': textParameter('A part of the name.'), ...pageToken },
  ),
  [`GET ${path}/{workflow-name}/jobs/{job-name}`]: describeRead(
    'Lists the runs of a job, newest first.',
    pageOf(documentOf({ ...run, started_at: time })),
    { ...branchQuery, ...dateQuery, ...pageToken },
  ),
  'GET /insights/time-series/{project-slug}/workflows/{workflow-name}/jobs': describeRead(
    'Lists the metrics of the jobs of a workflow by day or hour.',
    pageOf(moment),
    seriesQuery,
  ),
  'GET /insights/time-series/{project-slug}/workflows': describeRead(
    'Lists the metrics of the workflows of a project by day or hour.',
    pageOf(moment),
    seriesQuery,
  ),
  'GET /insights/{project-slug}/flaky-tests': describeRead(
    'Lists the flaky tests of a project.',
    documentOf({ 'flaky-tests': arrayOf(flakyTest), 'total-flaky-tests': integer }),
  ),
  [`GET ${path}/{workflow-name}/test-metrics`]: describeRead(
    'Summarizes the tests of the latest runs of a workflow.',
    documentOf({
      average_test_count: integer,
      most_failed_tests: arrayOf(testFigures),
      most_failed_tests_extra: integer,
      slowest_tests: arrayOf(testFigures),
      slowest_tests_extra: integer,
      total_test_runs: integer,
      test_runs: arrayOf(testRun),
    }),
    branchQuery,
  ),
};
