import { testDataSources } from '../support/scripted-provider.ts';

const acme = '00000000-0000-4000-8000-0000000000ac',
  context = '11111111-1111-4111-8111-111111111111',
  project = '33333333-3333-4333-8333-333333333333';
const definition = '44444444-4444-4444-8444-444444444444',
  trigger = '55555555-5555-4555-8555-555555555555',
  at = '2026-01-01T00:00:00.000Z';
const deploy = { id: context, name: 'deploy', created_at: at };
const empty = { items: [], next_page_token: null };
const fingerprint = 'c9:0b:1c:4f:d5:65:56:b9:ad:88:f9:81:2b:37:74:2f';
const definitionDocument = {
  id: definition,
  name: 'build',
  description: 'builds it',
  created_at: at,
  config_source: { provider: 'codehost_app', repo: { full_name: 'acme/web', external_id: '101' }, file_path: 'ci.yml' },
  checkout_source: { provider: 'codehost_app', repo: { full_name: 'acme/web', external_id: '101' } },
};
const definitionState = {
  name: 'build',
  description: 'builds it',
  created_at: at,
  config_source_provider: 'codehost_app',
  config_source_repo_external_id: '101',
  config_source_repo_full_name: 'acme/web',
  config_source_file_path: 'ci.yml',
  checkout_source_provider: 'codehost_app',
  checkout_source_repo_external_id: '101',
  checkout_source_repo_full_name: 'acme/web',
};
const triggerDocument = {
  id: trigger,
  event_name: 'push',
  created_at: at,
  event_source: { provider: 'codehost_app', repo: { full_name: 'acme/web', external_id: '101' } },
  event_preset: 'all-pushes',
};
const triggerState = {
  event_name: 'push',
  created_at: at,
  event_source_provider: 'codehost_app',
  event_source_repo_external_id: '101',
  event_source_repo_full_name: 'acme/web',
  event_preset: 'all-pushes',
  disabled: false,
  checkout_ref: null,
  config_ref: null,
  event_source_webhook_sender: null,
  event_source_webhook_url: null,
};
const settings = {
  autocancel_builds: true,
  build_fork_prs: false,
  build_prs_only: false,
  disable_ssh: false,
  forks_receive_secret_env_vars: false,
  oss: false,
  set_vcs_status: true,
  setup_workflows: true,
  write_settings_requires_admin: false,
  pr_only_branch_overrides: ['main'],
};

testDataSources('contexts', {
  ci_context: {
    config: { id: context },
    exchanges: [{ request: `GET /context/${context}`, answer: deploy }],
    state: { id: context, name: 'deploy', created_at: at },
  },
  'ci_context by its name, in the organization of the provider': {
    config: { name: 'deploy' },
    state: { id: context, organization: 'gh/acme', name: 'deploy' },
    exchanges: [
      { request: 'GET /context?owner-slug=gh%2Facme', answer: { items: [{ ...deploy, id: acme, name: 'deploy2' }], next_page_token: 'n' } },
      { request: 'GET /context?owner-slug=gh%2Facme&page-token=n', answer: { items: [deploy], next_page_token: '' } },
    ],
  },
  'ci_context that nobody has': {
    config: { organization: acme, name: 'none' },
    exchanges: [{ request: `GET /context?owner-id=${acme}`, answer: empty }],
    faults: [`Could not read the CI context: not found: No CI context was found at /context?owner-id=${acme} with name "none".`],
  },
  ci_contexts: {
    config: { organization: acme, owner_type: 'account' },
    exchanges: [{ request: `GET /context?owner-id=${acme}&owner-type=account`, answer: { items: [deploy], next_page_token: null } }],
    state: { contexts: [{ id: context, name: 'deploy', created_at: at }] },
  },
  ci_context_variables: {
    config: { context_id: context },
    exchanges: [
      {
        request: `GET /context/${context}/environment-variable`,
        answer: {
          items: [{ variable: 'A', context_id: context, created_at: at, updated_at: at, truncated_value: 'xxxx1234' }],
          next_page_token: null,
        },
      },
    ],
    state: { variables: [{ name: 'A', masked_value: 'xxxx1234', created_at: at, updated_at: at }] },
  },
  ci_context_restrictions: {
    config: { context_id: context },
    exchanges: [
      {
        request: `GET /context/${context}/restrictions`,
        answer: {
          items: [
            { id: trigger, context_id: context, project_id: project, name: 'web', restriction_type: 'project', restriction_value: project },
          ],
          next_page_token: null,
        },
      },
    ],
    state: { restrictions: [{ id: trigger, name: 'web', restriction_type: 'project', restriction_value: project, project_id: project }] },
  },
});

testDataSources('projects', {
  ci_project: {
    config: { slug: 'gh/acme/web' },
    exchanges: [
      {
        request: 'GET /project/gh/acme/web',
        answer: {
          slug: 'gh/acme/web',
          name: 'web',
          id: project,
          organization_name: 'acme',
          organization_slug: 'gh/acme',
          organization_id: acme,
          vcs_info: { provider: 'GitHub', default_branch: 'main' },
        },
      },
    ],
    state: {
      id: project,
      name: 'web',
      organization_id: acme,
      organization_slug: 'gh/acme',
      organization_name: 'acme',
      vcs_info: { provider: 'GitHub', default_branch: 'main', vcs_url: null },
    },
  },
  ci_project_variable: {
    config: { project_slug: 'gh/acme/web', name: 'A' },
    exchanges: [{ request: 'GET /project/gh/acme/web/envvar/A', answer: { name: 'A', value: 'xxxx1234', 'created-at': at } }],
    state: { masked_value: 'xxxx1234', created_at: at },
  },
  ci_project_variables: {
    config: { project_slug: 'gh/acme/web' },
    exchanges: [
      {
        request: 'GET /project/gh/acme/web/envvar',
        answer: { items: [{ name: 'A', value: 'xxxx1234', 'created-at': at }], next_page_token: null },
      },
    ],
    state: { variables: [{ name: 'A', masked_value: 'xxxx1234', created_at: at }] },
  },
  ci_checkout_key: {
    config: { project_slug: 'gh/acme/web', fingerprint },
    exchanges: [
      {
        request: 'GET /project/gh/acme/web/checkout-key/c9%3A0b%3A1c%3A4f%3Ad5%3A65%3A56%3Ab9%3Aad%3A88%3Af9%3A81%3A2b%3A37%3A74%3A2f',
        answer: { 'public-key': 'ssh-rsa A', type: 'deploy-key', fingerprint, preferred: true, 'created-at': at },
      },
    ],
    state: { public_key: 'ssh-rsa A', type: 'deploy-key', preferred: true, created_at: at },
  },
  ci_checkout_keys: {
    config: { project_slug: 'gh/acme/web', digest: 'sha256' },
    exchanges: [
      {
        request: 'GET /project/gh/acme/web/checkout-key?digest=sha256',
        answer: {
          items: [{ public_key: 'ssh-rsa A', type: 'github-user-key', fingerprint: 'SHA256:x', preferred: false, created_at: at }],
          next_page_token: null,
        },
      },
    ],
    state: { keys: [{ fingerprint: 'SHA256:x', type: 'user-key', public_key: 'ssh-rsa A', preferred: false, created_at: at }] },
  },
  ci_project_settings: {
    config: { project_slug: 'gh/acme/web' },
    exchanges: [{ request: 'GET /project/gh/acme/web/settings', answer: { advanced: settings } }],
    state: settings,
  },
  ci_pipeline_definition: {
    config: { project_id: project, id: definition },
    exchanges: [{ request: `GET /projects/${project}/pipeline-definitions/${definition}`, answer: definitionDocument }],
    state: definitionState,
  },
  ci_pipeline_definitions: {
    config: { project_id: project },
    exchanges: [{ request: `GET /projects/${project}/pipeline-definitions`, answer: { items: [definitionDocument] } }],
    state: { definitions: [{ id: definition, ...definitionState }] },
  },
  ci_trigger: {
    config: { project_id: project, id: trigger },
    exchanges: [{ request: `GET /projects/${project}/triggers/${trigger}`, answer: triggerDocument }],
    state: triggerState,
  },
  ci_triggers: {
    config: { project_id: project, pipeline_definition_id: definition },
    exchanges: [
      {
        request: `GET /projects/${project}/pipeline-definitions/${definition}/triggers`,
        answer: { items: [{ ...triggerDocument, disabled: true }] },
      },
    ],
    state: { triggers: [{ id: trigger, ...triggerState, disabled: true }] },
  },
});
