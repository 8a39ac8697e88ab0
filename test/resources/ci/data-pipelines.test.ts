import { testDataSources } from '../support/scripted-provider.ts';

const id = '88888888-8888-4888-8888-888888888888',
  other = '99999999-9999-4999-8999-999999999999',
  at = '2026-01-01T00:00:00.000Z';
const pipeline = {
  id,
  errors: [{ type: 'config', message: 'no such job' }],
  project_slug: 'gh/acme/web',
  updated_at: at,
  number: 7,
  trigger_parameters: { a: 'b' },
  state: 'created',
  created_at: at,
  trigger: { type: 'explicit', received_at: at, actor: { login: 'ada', avatar_url: null } },
  vcs: { provider_name: 'GitHub', branch: 'main', review_id: null, revision: 'f00', tag: null, commit: { subject: 'Mend it', body: '' } },
};
const pages = (...items: readonly object[]) => ({ items, next_page_token: null });
const list = { pipelines: [pipeline] };
const workflow = {
  pipeline_id: id,
  canceled_by: null,
  id: other,
  auto_rerun_number: 1,
  name: 'build',
  project_slug: 'gh/acme/web',
  errored_by: null,
  tag: null,
  status: 'success',
  started_by: id,
  max_auto_reruns: 2,
  pipeline_number: 7,
  created_at: at,
  stopped_at: at,
};
const { id: _, ...shownWorkflow } = workflow;
const approval = {
  id: other,
  name: 'hold',
  type: 'approval',
  status: 'on_hold',
  project_slug: 'gh/acme/web',
  dependencies: [id],
  approval_request_id: other,
  started_at: at,
  stopped_at: null,
};
const job = {
  web_url: 'https://service.test/job/12',
  project: { id, slug: 'gh/acme/web', name: 'web' },
  parallel_runs: [{ index: 0, status: 'success' }],
  started_at: at,
  latest_workflow: { id: other, name: 'build' },
  name: 'test',
  executor: { resource_class: 'small', type: 'docker' },
  parallelism: 1,
  status: 'success',
  number: 12,
  pipeline: { id },
  duration: 1200,
  created_at: at,
  messages: [{ type: 'warning', message: 'slow', reason: 'cpu' }],
  contexts: [{ name: 'deploy' }],
  organization: { name: 'acme' },
  queued_at: at,
  stopped_at: at,
};

testDataSources('pipelines', {
  ci_pipelines: {
    config: { organization_slug: 'gh/acme', mine: true },
    exchanges: [{ request: 'GET /pipeline?org-slug=gh%2Facme&mine=true', answer: pages(pipeline) }],
    state: list,
  },
  'ci_pipelines of everything that is followed': {
    config: {},
    exchanges: [{ request: 'GET /pipeline', answer: pages() }],
    state: { pipelines: [] },
  },
  ci_project_pipelines: {
    config: { project_slug: 'gh/acme/web', branch: 'main' },
    exchanges: [{ request: 'GET /project/gh/acme/web/pipeline?branch=main', answer: pages(pipeline) }],
    state: list,
  },
  ci_my_project_pipelines: {
    config: { project_slug: 'gh/acme/web' },
    exchanges: [{ request: 'GET /project/gh/acme/web/pipeline/mine', answer: pages(pipeline) }],
    state: list,
  },
  ci_pipeline: { config: { id }, exchanges: [{ request: `GET /pipeline/${id}`, answer: pipeline }], state: pipeline },
  'ci_pipeline by its number': {
    config: { project_slug: 'gh/acme/web', number: 7 },
    exchanges: [{ request: 'GET /project/gh/acme/web/pipeline/7', answer: pipeline }],
    state: { id, state: 'created' },
  },
  'ci_pipeline that is not there': {
    config: { id },
    exchanges: [{ request: `GET /pipeline/${id}`, status: 404, answer: { message: 'Pipeline not found' } }],
    faults: [`Could not read the CI pipeline: not found: No CI pipeline was found at /pipeline/${id}.`],
  },
  ci_pipeline_config: {
    config: { pipeline_id: id },
    exchanges: [
      { request: `GET /pipeline/${id}/config`, answer: { source: 's', compiled: 'c', 'setup-config': 'x', 'compiled-setup-config': 'y' } },
    ],
    state: { source: 's', compiled: 'c', setup_config: 'x', compiled_setup_config: 'y' },
  },
  'ci_pipeline_config of the hosted service': {
    config: { pipeline_id: id },
    exchanges: [{ request: `GET /pipeline/${id}/config`, answer: { source: 's', compiled: 'c', setup_config: 'x' } }],
    state: { source: 's', compiled: 'c', setup_config: 'x', compiled_setup_config: null },
  },
  ci_pipeline_values: {
    config: { pipeline_id: id },
    exchanges: [{ request: `GET /pipeline/${id}/values`, answer: { 'pipeline.number': '7', 'pipeline.git.branch': 'main' } }],
    state: { values: { 'pipeline.number': '7', 'pipeline.git.branch': 'main' } },
  },
  ci_workflows: {
    config: { pipeline_id: id },
    exchanges: [{ request: `GET /pipeline/${id}/workflow`, answer: pages(workflow) }],
    state: { workflows: [workflow] },
  },
  ci_workflow: { config: { id: other }, exchanges: [{ request: `GET /workflow/${other}`, answer: workflow }], state: shownWorkflow },
  ci_workflow_jobs: {
    config: { workflow_id: other },
    exchanges: [{ request: `GET /workflow/${other}/job`, answer: pages(approval) }],
    state: { jobs: [{ ...approval, job_number: null, approved_by: null, canceled_by: null }] },
  },
  ci_job: {
    config: { project_slug: 'gh/acme/web', number: 12 },
    exchanges: [{ request: 'GET /project/gh/acme/web/job/12', answer: job }],
    state: job,
  },
  ci_artifacts: {
    config: { project_slug: 'gh/acme/web', job_number: 12 },
    exchanges: [
      {
        request: 'GET /project/gh/acme/web/12/artifacts',
        answer: pages({ path: 'a.txt', node_index: 0, url: 'https://service.test/a.txt' }),
      },
    ],
    state: { artifacts: [{ path: 'a.txt', node_index: 0, url: 'https://service.test/a.txt' }] },
  },
  ci_tests: {
    config: { project_slug: 'gh/acme/web', job_number: 12 },
    exchanges: [
      {
        request: 'GET /project/gh/acme/web/12/tests',
        answer: pages({ message: '', source: 'jest', run_time: 0.25, file: 'a.ts', result: 'success', name: 'adds', classname: 'sum' }),
      },
    ],
    state: { tests: [{ message: '', source: 'jest', run_time: 0.25, file: 'a.ts', result: 'success', name: 'adds', classname: 'sum' }] },
  },
});

testDataSources('users and exports', {
  ci_me: {
    config: {},
    exchanges: [{ request: 'GET /me', answer: { id, login: 'ada', name: 'Ada', avatar_url: null } }],
    state: { id, login: 'ada', name: 'Ada', avatar_url: null },
  },
  ci_user: {
    config: { id },
    exchanges: [{ request: `GET /user/${id}`, answer: { id, login: 'ada', name: 'Ada' } }],
    state: { login: 'ada', name: 'Ada', avatar_url: null },
  },
  ci_collaborations: {
    config: {},
    exchanges: [
      {
        request: 'GET /me/collaborations',
        answer: [
          { id, 'vcs-type': 'github', name: 'acme', avatar_url: 'a', slug: 'gh/acme' },
          { id: other, vcs_type: 'circleci', name: 'b', avatar_url: 'b', slug: 'circleci/b' },
        ],
      },
    ],
    state: {
      collaborations: [
        { id, name: 'acme', slug: 'gh/acme', vcs_type: 'github', avatar_url: 'a' },
        { id: other, name: 'b', slug: 'circleci/b', vcs_type: 'circleci', avatar_url: 'b' },
      ],
    },
  },
  ci_usage_export: {
    config: { organization_id: id, id: other },
    exchanges: [
      {
        request: `GET /organizations/${id}/usage_export_job/${other}`,
        answer: { usage_export_job_id: other, state: 'completed', download_urls: ['https://service.test/1'] },
      },
    ],
    state: { state: 'completed', download_urls: ['https://service.test/1'], error_reason: null },
  },
});
