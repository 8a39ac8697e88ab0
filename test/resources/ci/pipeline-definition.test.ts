import { ciPipelineDefinition } from '../../../declarations/src/resources/ci/pipeline-definition.ts';
import { testResource } from '../support/resource-case.ts';

const project = '33333333-3333-4333-8333-333333333333',
  id = '44444444-4444-4444-8444-444444444444';
const document = {
  id,
  name: 'build',
  description: 'builds it',
  created_at: '2026-01-01T00:00:00.000Z',
  config_source: { provider: 'codehost_app', repo: { full_name: 'acme/web', external_id: '101' }, file_path: '.ci/config.yml' },
  checkout_source: { provider: 'codehost_app', repo: { full_name: 'acme/web', external_id: '101' } },
};
const config = {
  project_id: project,
  name: 'build',
  description: 'builds it',
  config_source_provider: 'codehost_app',
  config_source_repo_external_id: '101',
  config_source_file_path: '.ci/config.yml',
  checkout_source_provider: 'codehost_app',
  checkout_source_repo_external_id: '101',
};
const state = {
  ...config,
  id,
  config_source_repo_full_name: 'acme/web',
  checkout_source_repo_full_name: 'acme/web',
  created_at: '2026-01-01T00:00:00.000Z',
};
const all = `/projects/${project}/pipeline-definitions`;
const body = {
  name: 'build',
  description: 'builds it',
  config_source: { provider: 'codehost_app', repo: { external_id: '101' }, file_path: '.ci/config.yml' },
  checkout_source: { provider: 'codehost_app', repo: { external_id: '101' } },
};

testResource(
  ciPipelineDefinition,
  {
    create: { create: config, exchanges: [{ request: `POST ${all}`, body, status: 200, answer: document }], state },
    read: { read: state, exchanges: [{ request: `GET ${all}/${id}`, status: 200, answer: document }], state },
    update: {
      update: { from: state, to: { ...config, name: 'release', config_source_file_path: 'release.yml' } },
      exchanges: [
        {
          request: `PATCH ${all}/${id}`,
          body: { name: 'release', config_source: { file_path: 'release.yml' } },
          status: 200,
          answer: { ...document, name: 'release', config_source: { ...document.config_source, file_path: 'release.yml' } },
        },
      ],
      state: { ...state, name: 'release', config_source_file_path: 'release.yml' },
    },
    delete: {
      delete: state,
      exchanges: [{ request: `DELETE ${all}/${id}`, status: 200, answer: { message: 'Pipeline definition deleted.' } }],
    },
    list: {
      read: state,
      times: 3,
      state,
      exchanges: [
        { request: `GET ${all}/${id}`, status: 200, answer: document },
        { request: `GET ${all}/${id}`, status: 200, answer: document },
        { request: `GET ${all}`, status: 200, answer: { items: [document] } },
      ],
    },
  },
  {
    'what is checked out goes whole': {
      update: { from: state, to: { ...config, checkout_source_repo_external_id: '102' } },
      exchanges: [
        {
          request: `PATCH ${all}/${id}`,
          body: { checkout_source: { repo: { external_id: '102' }, provider: 'codehost_app' } },
          status: 200,
          answer: { ...document, checkout_source: { provider: 'codehost_app', repo: { full_name: 'acme/lib', external_id: '102' } } },
        },
      ],
      state: { ...state, checkout_source_repo_external_id: '102', checkout_source_repo_full_name: 'acme/lib' },
    },
    'the hosted service has its own words for code hosts': {
      profile: 'hosted',
      create: config,
      state,
      exchanges: [
        {
          request: `POST ${all}`,
          status: 200,
          body: {
            ...body,
            config_source: { ...body.config_source, provider: 'github_app' },
            checkout_source: { ...body.checkout_source, provider: 'github_app' },
          },
          answer: {
            ...document,
            config_source: { ...document.config_source, provider: 'github_app' },
            checkout_source: { ...document.checkout_source, provider: 'github_app' },
          },
        },
      ],
    },
    'and so for one of a data centre': {
      profile: 'hosted',
      read: state,
      exchanges: [
        {
          request: `GET ${all}/${id}`,
          status: 200,
          answer: { ...document, config_source: { ...document.config_source, provider: 'bitbucket_dc' } },
        },
      ],
      state: { config_source_provider: 'codehost_dc' },
    },
    'it is imported by project and ID': { find: `${project}/${id}`, exchanges: [], state: { project_id: project, id } },
  },
);
