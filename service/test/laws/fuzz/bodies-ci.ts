const repository = { provider: 'codehost_app', repo: { external_id: '1' } };
const definition = {
  name: 'build',
  description: 'some',
  config_source: { ...repository, file_path: '.ci/config.yml' },
  checkout_source: repository,
};
const trigger = {
  event_source: { ...repository, webhook: { sender: 's' } },
  event_preset: 'all-pushes',
  checkout_ref: 'main',
  config_ref: 'main',
  event_name: 'push',
  disabled: false,
};
const hook = {
  name: 'told',
  url: 'https://a.example/x',
  events: ['workflow-completed'],
  'verify-tls': true,
  'signing-secret': 's',
  scope: { id: '<projects>', type: 'project' },
};
const push = {
  ref: 'refs/heads/main',
  after: 'a'.repeat(40),
  repository: { id: 1, full_name: 'acme/web', default_branch: 'main' },
  head_commit: { id: 'a'.repeat(40), message: 'm' },
  sender: { login: 'olivia' },
  pull_request: { number: 1, draft: false, merged: true, head: { ref: 'x', sha: 'b' }, labels: [{ name: 'ci' }] },
  action: 'opened',
  comment: { body: 'run ci' },
};

/** A configuration with most of what one can have. */
export const configuration = `version: 2.1
setup: false
parameters: { deep: { type: boolean, default: false }, name: { type: string, default: x } }
jobs:
  test: { docker: [{ image: node }], parallelism: 2, \
steps: [checkout, { run: { command: echo << pipeline.parameters.name >>, when: always } }] }
workflows:
  all:
    when: { equal: [ main, << pipeline.git.branch >> ] }
    jobs:
      - test: { context: keys, filters: { branches: { only: /.*/ } } }
      - hold: { type: approval, requires: [test] }
  other: { unless: << pipeline.parameters.deep >>, jobs: [test] }
`;
const policy = 'package org\npolicy_name["a"]\nenable_rule["r"]\nr["too old"] { input.version < 3 }\n';

/** A body that could be taken, by row of the CI service; `<projects>` stands for an id that the service told. */
export const ciBodies: { readonly [row: string]: unknown } = {
  'POST /organization': { name: 'initech', vcs_type: 'circleci' },
  'POST /api/v1.1/project/{provider}/{organization}/{project}/envvar': { name: 'KEY', value: 'some value' },
  'POST /api/v1.1/project/{provider}/{organization}/{project}/checkout-key': { type: 'deploy-key' },
  'PUT /api/v1.1/project/{provider}/{organization}/{project}/settings': { feature_flags: { 'build-prs-only': true } },
  'POST /api/v1.1/project/{provider}/{organization}/{project}/tree/{branch}': { parallel: null, revision: null, tag: 'v1' },
  'POST /api/v1.1/project/{provider}/{organization}/{project}/build': { branch: 'main' },
  'POST /api/v3/projects/{project_id}/update-settings': { is_build_prs_only: true },
  'POST /api/v3/runs/search': {
    scope: { project_ids: ['<projects>'], from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    filter: 'pipeline.git.branch == "main" and pipeline.status == "failed"',
    order_by: '',
    page: { cursor: '', limit: 5 },
  },
  'POST /api/v3/workflows/{id}/rerun': { is_from_failed: true },
  'POST /api/v3/pipelines': {
    data: {
      attributes: {
        name: 'build',
        config: { type: 'vcs', file_path: '.ci/config.yml', vcs: { provider: 'codehost_app', repo_id: '1' } },
        checkout: { vcs: { provider: 'codehost_app', repo_id: '1' } },
      },
      references: { project: { id: '<projects>' } },
    },
  },
  'POST /api/v3/triggers': {
    data: {
      attributes: {
        is_disabled: false,
        event: { type: 'webhook', webhook: { name: 'n', source: 's' }, filter: { preset: 'all-pushes' } },
        config: { ref: 'main' },
        checkout: { ref: 'main' },
      },
      references: { pipeline: { id: '<pipeline-definitions>' } },
    },
  },
  'POST /api/v3/orb/packages/validate': { yaml: 'version: 2.1', org_id: '<owner>' },
  'POST /api/v3/orb/packages': { data: { attributes: { name: 'tool', is_private: true }, references: { namespace: { id: '<owner>' } } } },
  'POST /api/v3/orb/packages/{orb_id}/set-listed': { is_listed: false },
  'POST /api/v3/orb/packages/{orb_id}/add-category': { category_id: 'a3921e36-ae06-8005-8414-98c93fa2fc9c' },
  'POST /api/v3/orb/packages/{orb_id}/remove-category': { category_id: 'a3921e36-ae06-8005-8414-98c93fa2fc9c' },
  'POST /api/v3/orb/versions': { data: { attributes: { orb_id: '<packages>', yaml: 'version: 2.1', version: 'dev:x' } } },
  'POST /api/v3/orb/versions/{orb_version_id}/promote': { segment: 'minor' },
  'POST /api/v3/namespaces': { name: 'acme', org_id: '<owner>' },
  'POST /api/v3/configs/compile': {
    data: {
      attributes: { config: 'version: 2.1', pipeline_values: { 'pipeline.number': 1 }, pipeline_parameters: { a: true } },
      references: { org: { id: '<owner>' } },
    },
  },
  'POST /compile-config-with-defaults': { config_yaml: 'version: 2.1', options: { owner_id: '<owner>', pipeline_values: { a: 'b' } } },
  'POST /graphql-unstable': {
    query:
      'query($id: ID!) { organization(id: $id) { id name contexts { edges { node { ...C } } } } } ' +
      'fragment C on Context { id resources { variable } }',
    variables: { id: '<owner>' },
  },
  'POST /context': { name: 'keys', owner: { id: '<owner>', type: 'organization' } },
  'PUT /context/{context-id}/environment-variable/{env-var-name}': { value: 'v' },
  'POST /context/{context_id}/restrictions': { restriction_type: 'expression', restriction_value: 'pipeline.git.branch == "main"' },
  'POST /organization/{org-slug-or-id}/project': { name: 'web' },
  'POST /project/{project-slug}/envvar': { name: 'KEY', value: 'some value' },
  'POST /project/{project-slug}/checkout-key': { type: 'deploy-key' },
  'PATCH /project/{provider}/{organization}/{project}/settings': {
    advanced: { autocancel_builds: true, pr_only_branch_overrides: ['main'], setup_workflows: true },
  },
  'POST /webhook': hook,
  'PUT /webhook/{webhook-id}': hook,
  'POST /projects/{project_id}/pipeline-definitions': definition,
  'PATCH /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}': definition,
  'POST /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers': trigger,
  'PATCH /projects/{project_id}/triggers/{trigger_id}': trigger,
  'POST /project/{project-slug}/pipeline': { branch: 'main', parameters: { deep: true, name: 'y' } },
  'POST /project/{provider}/{organization}/{project}/pipeline/run': {
    definition_id: '<pipeline-definitions>',
    config: { branch: 'main' },
    checkout: { tag: 'v1' },
    parameters: { name: 'z' },
  },
  'POST /pipeline/continue': { 'continuation-key': '<continue>', configuration, parameters: {} },
  'POST /workflow/{id}/rerun': { from_failed: false, jobs: ['<jobs>'], enable_ssh: false, sparse_tree: false },
  'POST /owner/{ownerID}/context/{context}/policy-bundle': { policies: { 'a.rego': policy } },
  'POST /owner/{ownerID}/context/{context}/decision': {
    input: configuration,
    metadata: { build_number: 1, project_id: '<projects>', vcs: { branch: 'main' } },
  },
  'PATCH /owner/{ownerID}/context/{context}/decision/settings': { enabled: false },
  'POST /projects/{project_id}/rollback': {
    component_name: 'shop',
    current_version: 'v2',
    environment_name: 'production',
    target_version: 'v1',
    namespace: '',
    parameters: {},
    reason: 'r',
  },
  'PUT /organizations/{org_id}/roles/{member_id}': { role: 'viewer' },
  'PUT /projects/{project_id}/roles/{member_id}': { role: null },
  'POST /organizations/{org_id}/usage_export_job': { start: '2026-11-01T00:00:00Z', end: '2026-11-20T00:00:00Z', shared_org_ids: [] },
  'POST /api/v3/runner/resource': { resource_class: 'acme/linux', description: 'some' },
  'POST /api/v3/runner/token': { resource_class: 'acme/linux', nickname: 'one' },
  events: push,
};
