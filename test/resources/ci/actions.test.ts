import { testActions } from '../support/scripted-provider.ts';

const pipeline = '88888888-8888-4888-8888-888888888888',
  workflow = '99999999-9999-4999-8999-999999999999',
  job = '77777777-7777-4777-8777-777777777777';
const definition = '44444444-4444-4444-8444-444444444444',
  project = '33333333-3333-4333-8333-333333333333';
const started = { id: pipeline, state: 'pending', number: 7, created_at: '2026-01-01T00:00:00.000Z' };
const reported = [`pipeline 7 (${pipeline}) is pending`];
const accepted = { message: 'Accepted.' };

testActions('of the CI service', {
  ci_trigger_pipeline: {
    config: { project_slug: 'gh/acme/web', branch: 'main', tag: null, parameters: { deploy: 'yes' } },
    told: reported,
    exchanges: [
      {
        request: 'POST /project/gh/acme/web/pipeline',
        body: { branch: 'main', parameters: { deploy: 'yes' } },
        status: 201,
        answer: started,
      },
    ],
  },
  'ci_trigger_pipeline with nothing said': {
    config: { project_slug: 'gh/acme/web' },
    told: reported,
    exchanges: [{ request: 'POST /project/gh/acme/web/pipeline', status: 201, answer: started }],
  },
  'ci_trigger_pipeline that is refused': {
    config: { project_slug: 'gh/acme/web' },
    faults: [/This project starts pipelines by definition\./],
    exchanges: [
      { request: 'POST /project/gh/acme/web/pipeline', status: 400, answer: { message: 'This project starts pipelines by definition.' } },
    ],
  },
  ci_run_pipeline: {
    config: {
      project_slug: 'gh/acme/web',
      pipeline_definition_id: definition,
      config_branch: 'main',
      checkout_tag: 'v1',
      parameters: { n: '1' },
    },
    told: reported,
    exchanges: [
      {
        request: 'POST /project/gh/acme/web/pipeline/run',
        status: 201,
        answer: started,
        body: { definition_id: definition, config: { branch: 'main' }, checkout: { tag: 'v1' }, parameters: { n: '1' } },
      },
    ],
  },
  'ci_run_pipeline that the service ignores': {
    config: { project_slug: 'gh/acme/web', pipeline_definition_id: definition },
    told: ['The commit says to skip.'],
    exchanges: [
      {
        request: 'POST /project/gh/acme/web/pipeline/run',
        body: { definition_id: definition },
        status: 200,
        answer: { message: 'The commit says to skip.' },
      },
    ],
  },
  ci_continue_pipeline: {
    config: { continuation_key: 'k', configuration: 'version: 2.1', parameters: null },
    told: ['Accepted.'],
    exchanges: [
      {
        request: 'POST /pipeline/continue',
        body: { 'continuation-key': 'k', configuration: 'version: 2.1' },
        status: 200,
        answer: accepted,
      },
    ],
  },
  ci_cancel_pipeline: {
    config: { pipeline_id: pipeline },
    told: ['Accepted.'],
    exchanges: [{ request: `POST /pipeline/${pipeline}/cancel`, status: 202, answer: accepted }],
  },
  ci_rerun_workflow: {
    config: { workflow_id: workflow, from_failed: null, jobs: [job], enable_ssh: false, sparse_tree: true },
    told: [`workflow ${pipeline}`],
    exchanges: [
      {
        request: `POST /workflow/${workflow}/rerun`,
        body: { jobs: [job], enable_ssh: false, sparse_tree: true },
        status: 202,
        answer: { workflow_id: pipeline },
      },
    ],
  },
  ci_cancel_workflow: {
    config: { workflow_id: workflow },
    told: ['Accepted.'],
    exchanges: [{ request: `POST /workflow/${workflow}/cancel`, status: 202, answer: accepted }],
  },
  ci_approve_job: {
    config: { workflow_id: workflow, approval_request_id: job },
    told: ['Accepted.'],
    exchanges: [{ request: `POST /workflow/${workflow}/approve/${job}`, status: 202, answer: accepted }],
  },
  ci_cancel_job: {
    config: { job_id: job },
    told: ['Accepted.'],
    exchanges: [{ request: `POST /jobs/${job}/cancel`, status: 200, answer: accepted }],
  },
  'ci_cancel_job by its number': {
    config: { project_slug: 'gh/acme/web', job_number: 12 },
    told: ['Accepted.'],
    exchanges: [{ request: 'POST /project/gh/acme/web/job/12/cancel', status: 202, answer: accepted }],
  },
  ci_rollback: {
    config: {
      project_id: project,
      component_name: 'web',
      environment_name: 'production',
      current_version: '2',
      target_version: '1',
      namespace: 'shop',
      reason: 'it broke',
      parameters: { fast: 'yes' },
    },
    told: [`rollback ${pipeline}`],
    exchanges: [
      {
        request: `POST /projects/${project}/rollback`,
        status: 200,
        answer: { id: pipeline, rollback_type: 'PIPELINE' },
        body: {
          component_name: 'web',
          environment_name: 'production',
          current_version: '2',
          target_version: '1',
          namespace: 'shop',
          reason: 'it broke',
          parameters: { fast: 'yes' },
        },
      },
    ],
  },
});
