import { ciTrigger } from '../../../declarations/src/resources/ci/trigger.ts';
import { testResource } from '../support/resource-case.ts';

const project = '33333333-3333-4333-8333-333333333333',
  definition = '44444444-4444-4444-8444-444444444444',
  id = '55555555-5555-4555-8555-555555555555';
const document = {
  id,
  event_name: 'push',
  event_source: { provider: 'codehost_app', repo: { full_name: 'acme/web', external_id: '101' } },
  event_preset: 'all-pushes',
};
const shown = { ...document, created_at: '2026-01-01T00:00:00.000Z' };
const config = {
  project_id: project,
  pipeline_definition_id: definition,
  event_source_provider: 'codehost_app',
  event_source_repo_external_id: '101',
  event_preset: 'all-pushes',
};
const state = {
  ...config,
  id,
  event_source_repo_full_name: 'acme/web',
  event_source_webhook_sender: null,
  event_source_webhook_url: null,
  event_name: 'push',
  checkout_ref: null,
  config_ref: null,
  disabled: false,
  created_at: '2026-01-01T00:00:00.000Z',
};
const all = `/projects/${project}/pipeline-definitions/${definition}/triggers`,
  one = `/projects/${project}/triggers/${id}`;

const hook = {
  project_id: project,
  pipeline_definition_id: definition,
  event_source_provider: 'webhook',
  event_source_webhook_sender: 'shop',
  event_name: 'order',
  checkout_ref: 'main',
  config_ref: 'main',
};
const hookDocument = (url: string) => ({
  id,
  event_name: 'order',
  event_source: { provider: 'webhook', webhook: { sender: 'shop', url } },
  checkout_ref: 'main',
  config_ref: 'main',
});
const hookState = {
  ...hook,
  id,
  event_source_repo_external_id: null,
  event_source_repo_full_name: null,
  event_source_webhook_url: 'https://service.test/hook?secret=s3cret',
  event_preset: null,
  disabled: false,
  created_at: null,
};
const complete = (preset: string) => ({ event_source: { provider: 'codehost_app', repo: { external_id: '101' } }, event_preset: preset });

testResource(
  ciTrigger,
  {
    create: {
      create: config,
      exchanges: [{ request: `POST ${all}`, body: complete('all-pushes'), status: 200, answer: document }],
      state: { ...state, created_at: null },
    },
    read: { read: { ...state, created_at: null }, exchanges: [{ request: `GET ${one}`, status: 200, answer: shown }], state },
    update: {
      update: { from: state, to: { ...config, event_preset: 'only-tags', disabled: true } },
      exchanges: [
        {
          request: `PATCH ${one}`,
          body: { event_preset: 'only-tags', disabled: true },
          status: 200,
          answer: { ...shown, event_preset: 'only-tags', disabled: true },
        },
      ],
      state: { ...state, event_preset: 'only-tags', disabled: true },
    },
    delete: { delete: state, exchanges: [{ request: `DELETE ${one}`, status: 200, answer: { message: 'Trigger deleted.' } }] },
    list: {
      read: state,
      times: 3,
      state,
      exchanges: [
        { request: `GET ${one}`, status: 200, answer: shown },
        { request: `GET ${one}`, status: 200, answer: shown },
        { request: `GET ${all}`, status: 200, answer: { items: [shown] } },
      ],
    },
  },
  {
    'a webhook tells its address with the secret once': {
      create: hook,
      state: hookState,
      exchanges: [
        {
          request: `POST ${all}`,
          body: {
            event_source: { provider: 'webhook', webhook: { sender: 'shop' } },
            event_name: 'order',
            checkout_ref: 'main',
            config_ref: 'main',
          },
          status: 200,
          answer: hookDocument('https://service.test/hook?secret=s3cret'),
        },
      ],
    },
    'the address that is redacted later does not replace it': {
      read: hookState,
      exchanges: [
        {
          request: `GET ${one}`,
          status: 200,
          answer: { ...hookDocument('https://service.test/hook?secret=**REDACTED**'), created_at: '2026-01-01T00:00:00.000Z' },
        },
      ],
      state: { ...hookState, created_at: '2026-01-01T00:00:00.000Z' },
    },
    'one that is to be disabled, and was made enabled, is disabled by an update': {
      create: { ...config, disabled: true },
      state: { ...state, disabled: true },
      exchanges: [
        { request: `POST ${all}`, body: { ...complete('all-pushes'), disabled: true }, status: 200, answer: document },
        { request: `PATCH ${one}`, body: { disabled: true }, status: 200, answer: { ...shown, disabled: true } },
      ],
    },
    'a document that does not say `disabled` says false': {
      read: { ...state, disabled: true },
      exchanges: [{ request: `GET ${one}`, status: 200, answer: shown }],
      state,
    },
    'a ref that is said no more is cleared': {
      update: { from: { ...state, checkout_ref: 'main' }, to: config },
      exchanges: [{ request: `PATCH ${one}`, body: { checkout_ref: null }, status: 200, answer: shown }],
      state,
    },
    'the hosted service has its own word for the code host': {
      profile: 'hosted',
      create: config,
      state: { ...state, created_at: null },
      exchanges: [
        {
          request: `POST ${all}`,
          body: { event_source: { provider: 'github_app', repo: { external_id: '101' } }, event_preset: 'all-pushes' },
          status: 200,
          answer: { ...document, event_source: { ...document.event_source, provider: 'github_app' } },
        },
      ],
    },
    ...Object.fromEntries(
      [
        'only-tags',
        'default-branch-pushes',
        'only-build-prs',
        'only-open-prs',
        'only-labeled-prs',
        'only-merged-prs',
        'only-ready-for-review-prs',
        'only-branch-delete',
        'only-build-pushes-to-non-draft-prs',
        'only-merged-or-closed-prs',
        'pr-comment-equals-run-ci',
        'non-draft-pr-opened',
        'pushes-to-merge-queues',
      ].map((preset) => [
        `the preset ${preset}`,
        {
          create: { ...config, event_preset: preset },
          exchanges: [{ request: `POST ${all}`, body: complete(preset), status: 200, answer: { ...document, event_preset: preset } }],
          state: { event_preset: preset },
        },
      ]),
    ),
    'it is imported by project, definition and ID': {
      find: `${project}/${definition}/${id}`,
      exchanges: [],
      state: { project_id: project, pipeline_definition_id: definition, id },
    },
  },
);
