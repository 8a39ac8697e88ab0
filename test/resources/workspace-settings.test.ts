import { workspace } from '../../declarations/src/resources/workspaces/workspace.ts';
import { errorDocument } from './support/organization.ts';
import { testResourceCases } from './support/resource-case.ts';
import { attributes, workspaceWith, plain, plainState, state } from './support/workspace.ts';

const create = 'POST /organizations/acme/workspaces';
const patch = (sent: object, answer: object, relationships?: object) => ({
  request: 'PATCH /workspaces/ws-2',
  body: { data: { id: 'ws-2', type: 'workspaces', attributes: sent, ...(relationships ? { relationships } : {}) } },
  status: 200 as const,
  answer,
});
const repo = {
  identifier: 'acme/plain',
  'oauth-token-id': null,
  'codehost-app-installation-id': 'inst-1',
  branch: '',
  'ingress-submodules': false,
  'tags-regex': null,
  'display-identifier': 'acme/plain',
  'repository-http-url': 'https://code.example/acme/plain',
  'service-provider': 'codehost_app',
  'webhook-url': null,
};
const byApp = { identifier: 'acme/plain', codehost_app_installation_id: 'inst-1' };
const byAppState = {
  identifier: 'acme/plain',
  oauth_token_id: null,
  codehost_app_installation_id: 'inst-1',
  branch: '',
  ingress_submodules: false,
  tags_regex: null,
  display_identifier: 'acme/plain',
  repository_http_url: 'https://code.example/acme/plain',
  service_provider: 'codehost_app',
  webhook_url: null,
};

testResourceCases(workspace, 'settings', {
  'a move to another project is a relationship, and its settings are read anew': {
    update: { from: plainState, to: { name: 'plain', project_id: 'prj-2' } },
    exchanges: [
      patch(
        {},
        plain(
          { 'execution-mode': 'local', operations: false, 'updated-at': '2026-01-03T00:00:00.000Z' },
          { project: { data: { id: 'prj-2', type: 'projects' } } },
        ),
        { project: { data: { type: 'projects', id: 'prj-2' } } },
      ),
    ],
    state: { project_id: 'prj-2', execution_mode: 'local', operations: false, updated_at: '2026-01-03T00:00:00.000Z' },
  },
  'a move without the rights on both projects is told as it is answered': {
    update: { from: plainState, to: { name: 'plain', project_id: 'prj-2' } },
    exchanges: [{ ...patch({}, {}, { project: { data: { type: 'projects', id: 'prj-2' } } }), status: 404, answer: errorDocument('404') }],
    error: 'PATCH http://service.test/api/v2/workspaces/ws-2 answered 404',
    state: { project_id: 'prj-0' },
  },
  'a repository that is no longer wanted is removed by null': {
    update: { from: { ...plainState, vcs_repo: state.vcs_repo }, to: { name: 'plain' } },
    exchanges: [patch({ 'vcs-repo': null }, plain({ 'vcs-repo': null }))],
    state: { vcs_repo: null },
  },
  'a repository that somebody removed is read as none': {
    read: state,
    exchanges: [{ request: 'GET /workspaces/ws-1', status: 200, answer: workspaceWith({ 'vcs-repo': null }) }],
    state: { vcs_repo: null },
  },
  'a repository goes whole; a member that is no longer said is cleared by null, one that never was is left out': {
    update: {
      from: { ...plainState, vcs_repo: state.vcs_repo },
      to: { name: 'plain', vcs_repo: { identifier: 'acme/network', oauth_token_id: 'ot-1', branch: 'next' } },
    },
    exchanges: [
      patch(
        {
          'vcs-repo': {
            identifier: 'acme/network',
            'oauth-token-id': 'ot-1',
            branch: 'next',
            'ingress-submodules': false,
            'tags-regex': null,
          },
        },
        plain({ 'vcs-repo': { ...attributes['vcs-repo'], branch: 'next', 'ingress-submodules': false, 'tags-regex': null } }),
      ),
    ],
    state: { vcs_repo: { ...state.vcs_repo, branch: 'next', ingress_submodules: false, tags_regex: null } },
  },
  'an app installation is taken on update only: the workspace is made without it, and patched at once': {
    create: { name: 'plain', vcs_repo: byApp },
    exchanges: [
      { request: create, body: { data: { type: 'workspaces', attributes: { name: 'plain' } } }, status: 201, answer: plain() },
      patch(
        { 'vcs-repo': { identifier: 'acme/plain', 'codehost-app-installation-id': 'inst-1', branch: '', 'ingress-submodules': false } },
        plain({ 'vcs-repo': repo }),
      ),
    ],
    state: { ...plainState, vcs_repo: byAppState },
  },
  'an app installation that is refused leaves a workspace without a repository, and the next plan wants it still': {
    create: { name: 'plain', vcs_repo: byApp },
    exchanges: [
      { request: create, body: { data: { type: 'workspaces', attributes: { name: 'plain' } } }, status: 201, answer: plain() },
      {
        ...patch(
          { 'vcs-repo': { identifier: 'acme/plain', 'codehost-app-installation-id': 'inst-1', branch: '', 'ingress-submodules': false } },
          {},
        ),
        status: 422,
        answer: errorDocument('422', 'invalid attribute', 'no such installation'),
      },
    ],
    error: 'answered 422: invalid attribute: no such installation',
    state: { id: 'ws-2', name: 'plain', vcs_repo: null },
  },
  'the hosted service takes an app installation at once, under its own name': {
    profile: 'hosted',
    create: { name: 'plain', vcs_repo: byApp },
    exchanges: [
      {
        request: create,
        body: {
          data: {
            type: 'workspaces',
            attributes: {
              name: 'plain',
              'vcs-repo': { identifier: 'acme/plain', 'github-app-installation-id': 'inst-1', branch: '', 'ingress-submodules': false },
            },
          },
        },
        status: 201,
        answer: (() => {
          const { 'codehost-app-installation-id': id, ...rest } = repo;
          return plain({ 'vcs-repo': { ...rest, 'github-app-installation-id': id } });
        })(),
      },
    ],
    state: { vcs_repo: byAppState },
  },
  'the old spelling of the execution mode is sent as it is said, alone': {
    create: { name: 'plain', operations: false },
    exchanges: [
      {
        request: create,
        body: { data: { type: 'workspaces', attributes: { name: 'plain', operations: false } } },
        status: 201,
        answer: plain({
          operations: false,
          'execution-mode': 'local',
          'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
        }),
      },
    ],
    state: { operations: false, execution_mode: 'local', setting_overwrites: { execution_mode: false, agent_pool: false } },
  },
  'from agents to remote: the pool is not sent, the service drops it': {
    update: {
      from: {
        ...plainState,
        execution_mode: 'agent',
        agent_pool_id: 'apool-1',
        setting_overwrites: { execution_mode: false, agent_pool: false },
      },
      to: { name: 'plain', execution_mode: 'remote' },
    },
    exchanges: [patch({ 'execution-mode': 'remote' }, plain({ 'setting-overwrites': { 'execution-mode': false, 'agent-pool': false } }))],
    state: { execution_mode: 'remote', agent_pool_id: null, operations: true },
  },
  'a mode that is inherited again is sent as null, with its flag': {
    update: {
      from: { ...plainState, execution_mode: 'local', operations: false, setting_overwrites: { execution_mode: false, agent_pool: false } },
      to: { name: 'plain', setting_overwrites: { execution_mode: true } },
    },
    exchanges: [
      patch(
        { 'setting-overwrites': { 'execution-mode': true }, 'execution-mode': null },
        plain({ 'execution-mode': 'remote', operations: true, 'setting-overwrites': { 'execution-mode': true, 'agent-pool': false } }),
      ),
    ],
    state: { execution_mode: 'remote', setting_overwrites: { execution_mode: true, agent_pool: false } },
  },
  'the hosted service says "its own" where the specification says "inherited"': {
    profile: 'hosted',
    update: {
      from: { ...plainState, execution_mode: 'local', operations: false, setting_overwrites: { execution_mode: false, agent_pool: true } },
      to: { name: 'plain', setting_overwrites: { execution_mode: true } },
    },
    exchanges: [
      patch(
        { 'setting-overwrites': { 'execution-mode': false } },
        plain({ 'execution-mode': 'remote', operations: true, 'setting-overwrites': { 'execution-mode': false, 'agent-pool': false } }),
      ),
    ],
    state: { execution_mode: 'remote', setting_overwrites: { execution_mode: true, agent_pool: true } },
  },
});
