import { computed, listOf, mapOf, number, object, renamed, string, bool, int, time, uuid } from '../../declare/index.ts';

const figure = (doc: string) => computed(number, doc);

export const metrics = computed(
  object({
    total_runs: figure('How many runs.'),
    successful_runs: figure('How many went well.'),
    failed_runs: figure('How many failed.'),
    completed_runs: figure('How many ended.'),
    success_rate: figure('Those that went well, from 0 to 1.'),
    throughput: figure('Runs a day.'),
    mttr: figure('Seconds from a failure to the next success.'),
    total_recoveries: figure('How often a failure was followed by a success.'),
    total_credits_used: figure('Credits.'),
    median_credits_used: figure('Credits of the run in the middle.'),
    total_duration_secs: figure('Seconds of all runs.'),
    p95_duration_secs: figure('Seconds that 95 of 100 runs take at most.'),
    duration_metrics: computed(
      object({
        min: figure('The shortest.'),
        mean: figure('On average.'),
        median: figure('In the middle.'),
        p95: figure('95 of 100 take at most this.'),
        max: figure('The longest.'),
        standard_deviation: figure('How much they differ.'),
        total: figure('All together.'),
      }),
      'Seconds.',
    ),
  }),
  'The figures.',
);

/** Metric names with how much each changed. */
export const trends = computed(mapOf(number), 'How each figure changed against the window before, at most 30 days back.');

const metricsAndTrends = { metrics, trends };
const window = { window_start: computed(time, 'Where the window begins.'), window_end: computed(time, 'Where it ends.') };
export const projectIds = {
  organization_id: computed(uuid, 'The organization, by its ID.', { at: 'org_id', renamedFrom: renamed('org_id') }),
  project_id: computed(uuid, 'The project.'),
};
const nameList = (doc: string) => computed(listOf(string), doc);

export const projectSummary = {
  ...projectIds,
  project_data: computed(object(metricsAndTrends), 'Of the project.'),
  project_workflow_data: computed(
    listOf(object({ workflow_name: computed(string, 'The workflow.'), ...metricsAndTrends })),
    'Of each workflow.',
  ),
  project_workflow_branch_data: computed(
    listOf(object({ workflow_name: computed(string, 'The workflow.'), branch: computed(string, 'The branch.'), ...metricsAndTrends })),
    'Of each workflow and branch.',
  ),
  all_branches: nameList('Every branch.'),
  all_workflows: nameList('Every workflow.'),
};
export const organizationSummary = {
  organization_data: computed(object(metricsAndTrends), 'Of the organization.', { at: 'org_data', renamedFrom: renamed('org_data') }),
  organization_project_data: computed(
    listOf(object({ project_name: computed(string, 'The project.'), ...metricsAndTrends })),
    'Of each project.',
    {
      at: 'org_project_data',
      renamedFrom: renamed('org_project_data'),
    },
  ),
  all_projects: nameList('Every project.'),
};
export const workflowSummary = { ...metricsAndTrends, workflow_names: nameList('The workflows of the project.') };
export const workflowFigures = { name: computed(string, 'The workflow.'), project_id: computed(uuid, 'The project.'), metrics, ...window };
export const jobFigures = { name: computed(string, 'The job.'), metrics, ...window };
export const jobMoment = {
  name: computed(string, 'The job.'),
  timestamp: computed(time, 'The day or the hour.'),
  min_started_at: computed(time, 'When the first began.'),
  max_ended_at: computed(time, 'When the last ended.'),
  metrics,
};
export const workflowRun = {
  id: computed(uuid, 'The ID of the workflow.'),
  branch: computed(string, 'The branch.'),
  status: computed(string, 'How it ended.'),
  duration: figure('Seconds.'),
  credits_used: figure('Credits.'),
  is_approval: computed(bool, 'Whether it waited for somebody.'),
  created_at: computed(time, 'When it was made.'),
  stopped_at: computed(time, 'When it ended.'),
};
export const flakyTests = {
  total_flaky_tests: computed(int, 'How many there are.'),
  flaky_tests: computed(
    listOf(
      object({
        test_name: computed(string, 'The test.'),
        classname: computed(string, 'Its class.'),
        file: computed(string, 'Its file.'),
        source: computed(string, 'What ran it.'),
        times_flaked: computed(int, 'How often it both passed and failed in one commit.'),
        time_wasted: figure('Seconds it cost.'),
        pipeline_number: computed(int, 'Where it was seen last.'),
        workflow_id: computed(uuid, 'In which workflow.'),
        workflow_name: computed(string, 'Its name.'),
        workflow_created_at: computed(time, 'When that was made.'),
        job_name: computed(string, 'In which job.'),
        job_number: computed(int, 'Its number.'),
      }),
    ),
    'Tests that passed and failed in the same commit.',
  ),
};
const testList = (doc: string) =>
  computed(
    listOf(
      object({
        test_name: computed(string, 'The test.'),
        classname: computed(string, 'Its class.'),
        file: computed(string, 'Its file.'),
        source: computed(string, 'What ran it.'),
        job_name: computed(string, 'In which job.'),
        total_runs: figure('How often it ran.'),
        failed_runs: figure('How often it failed.'),
        flaky: computed(bool, 'Whether it is flaky.'),
        p95_duration: figure('Seconds that 95 of 100 runs take at most.'),
      }),
    ),
    doc,
  );
export const testFigures = {
  average_test_count: figure('Tests of a run, on average.'),
  total_test_runs: figure('Test runs.'),
  most_failed_tests: testList('Those that failed most.'),
  most_failed_tests_extra: figure('How many more failed.'),
  slowest_tests: testList('Those that took longest.'),
  slowest_tests_extra: figure('How many more are slow.'),
  test_runs: computed(
    listOf(
      object({
        pipeline_number: computed(int, 'The pipeline.'),
        workflow_id: computed(uuid, 'The workflow.'),
        success_rate: figure('From 0 to 1.'),
        test_counts: computed(
          object({
            error: figure('Errors.'),
            failure: figure('Failures.'),
            skipped: figure('Skipped.'),
            success: figure('Passed.'),
            total: figure('All.'),
          }),
          'How many tests.',
        ),
      }),
    ),
    'The runs that were looked at: the ten most recent ones.',
  ),
};
