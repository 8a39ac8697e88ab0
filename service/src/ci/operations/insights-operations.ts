import {
  arrayValue,
  booleanValue,
  integerValue,
  nullable,
  numberValue,
  objectValue,
  stringArray,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { describeRead, type OperationDescriptions, pageOf, pageToken, wordQuery, spelledValue } from '../requests/describe-operation.ts';

/** Metrics by name: numbers, and `duration_metrics`, an object of numbers. */
const metrics = { type: 'object', additionalProperties: { type: ['number', 'object', 'string'] } };
const trends = { type: 'object', additionalProperties: numberValue };
const figures = { metrics, trends };
const window = { window_start: timeValue, window_end: timeValue };
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
  'start-date': { doc: 'The beginning, inclusive; required with `end-date`.', schema: timeValue },
  'end-date': { doc: 'The end, exclusive; at most 90 days after `start-date`.', schema: timeValue },
};
const seriesQuery = {
  ...oneBranchQuery,
  granularity: wordQuery('The length of a step.', 'daily', 'hourly'),
  ...dateQuery,
  ...pageToken,
};
const run = { id: uuidValue, duration: integerValue, stopped_at: timeValue, credits_used: integerValue, status: stringValue };
const moment = objectValue({
  name: stringValue,
  min_started_at: nullable(timeValue),
  max_ended_at: nullable(timeValue),
  timestamp: timeValue,
  metrics,
});
const testFigures = objectValue({
  p95_duration: numberValue,
  total_runs: integerValue,
  classname: stringValue,
  failed_runs: integerValue,
  flaky: booleanValue,
  source: nullable(stringValue),
  file: nullable(stringValue),
  job_name: stringValue,
  test_name: stringValue,
});
const testRun = objectValue({
  pipeline_number: integerValue,
  workflow_id: stringValue,
  success_rate: numberValue,
  test_counts: objectValue({
    error: integerValue,
    failure: integerValue,
    skipped: integerValue,
    success: integerValue,
    total: integerValue,
  }),
});
const flakyTest = spelledValue({
  'time-wasted': numberValue,
  'workflow-created-at': timeValue,
  'workflow-id': stringValue,
  classname: stringValue,
  'pipeline-number': integerValue,
  'workflow-name': stringValue,
  'test-name': stringValue,
  'job-name': stringValue,
  'job-number': integerValue,
  'times-flaked': integerValue,
  source: nullable(stringValue),
  file: nullable(stringValue),
});
const repeatable = (doc: string) => textParameter(`${doc} Repeatable.`);

const path = '/insights/{project-slug}/workflows';
export const insightsOperations: OperationDescriptions = {
  'GET /insights/pages/{project-slug}/summary': describeRead(
    'Summarizes a project, its workflows and their branches.',
    objectValue({
      org_id: uuidValue,
      project_id: uuidValue,
      project_data: objectValue(figures),
      project_workflow_data: arrayValue(objectValue({ workflow_name: stringValue, ...figures })),
      project_workflow_branch_data: arrayValue(objectValue({ workflow_name: stringValue, branch: stringValue, ...figures })),
      all_branches: stringArray,
      all_workflows: stringArray,
    }),
    {
      ...windowQuery,
      branches: repeatable('Only these branches.'),
      'workflow-names': repeatable('Only these workflows.'),
    },
  ),
  'GET /insights/{org-slug}/summary': describeRead(
    'Summarizes an organization and its projects.',
    objectValue({
      org_data: objectValue(figures),
      org_project_data: arrayValue(objectValue({ project_name: stringValue, ...figures })),
      all_projects: stringArray,
    }),
    { ...windowQuery, 'project-names': repeatable('Only these projects.') },
  ),
  'GET /insights/{project-slug}/branches': describeRead(
    'Lists the branches of a project that have runs.',
    objectValue({ org_id: uuidValue, project_id: uuidValue, branches: stringArray }),
    { 'workflow-name': textParameter('Only branches of this workflow.') },
  ),
  [`GET ${path}`]: describeRead(
    'Lists the metrics of the workflows of a project.',
    pageOf(objectValue({ name: stringValue, metrics, ...window, project_id: uuidValue })),
    { ...windowQuery, ...branchQuery, ...pageToken },
  ),
  [`GET ${path}/{workflow-name}`]: describeRead(
    'Lists the runs of a workflow, newest first.',
    pageOf(objectValue({ ...run, branch: stringValue, created_at: timeValue, is_approval: booleanValue })),
    { ...branchQuery, ...dateQuery, ...pageToken },
  ),
  [`GET ${path}/{workflow-name}/summary`]: describeRead(
    'Summarizes a workflow.',
    objectValue({ ...figures, workflow_names: stringArray }),
    branchQuery,
  ),
  [`GET ${path}/{workflow-name}/jobs`]: describeRead(
    'Lists the metrics of the jobs of a workflow.',
    pageOf(objectValue({ name: stringValue, metrics, ...window })),
    { ...windowQuery, ...branchQuery, 'job-name': textParameter('A part of the name.'), ...pageToken },
  ),
  [`GET ${path}/{workflow-name}/jobs/{job-name}`]: describeRead(
    'Lists the runs of a job, newest first.',
    pageOf(objectValue({ ...run, started_at: timeValue })),
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
    spelledValue({ 'flaky-tests': arrayValue(flakyTest), 'total-flaky-tests': integerValue }),
  ),
  [`GET ${path}/{workflow-name}/test-metrics`]: describeRead(
    'Summarizes the tests of the latest runs of a workflow.',
    objectValue({
      average_test_count: integerValue,
      most_failed_tests: arrayValue(testFigures),
      most_failed_tests_extra: integerValue,
      slowest_tests: arrayValue(testFigures),
      slowest_tests_extra: integerValue,
      total_test_runs: integerValue,
      test_runs: arrayValue(testRun),
    }),
    branchQuery,
  ),
};
