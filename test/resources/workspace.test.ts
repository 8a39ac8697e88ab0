import { workspace } from '../../declarations/src/resources/workspaces/workspace.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';
import { attributes, tagBindings, workspaceWith, config, document, plain, plainState, state } from './support/workspace.ts';
import { byName, read, created } from './support/workspace-requests.ts';

testResource(
  workspace,
  {
    create: {
      create: { ...config, tags: { env: 'prod', team: '' } },
      exchanges: [{ ...created, status: 201, answer: { data: document } }],
      state: { ...state, tags: { env: 'prod', team: '' } },
    },
    read: { read: state, exchanges: [{ request: read, status: 200, answer: { data: document } }], state },
    list: {
      read: state,
      times: 3,
      exchanges: [
        { request: read, status: 200, answer: { data: document } },
        { request: read, status: 200, answer: { data: document } },
        {
          request: 'GET /organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: listPage([plain().data, document]),
        },
      ],
      state,
    },
    'show by name': {
      find: 'acme/network',
      exchanges: [{ request: byName, status: 200, answer: { data: document } }],
      state: { id: 'ws-1', organization: 'acme', name: 'network' },
    },
    'get tags': {
      read: { ...state, tags: { env: 'prod' } },
      exchanges: [
        { request: read, status: 200, answer: { data: document } },
        {
          request: 'GET /workspaces/ws-1/tag-bindings?page%5Bnumber%5D=1&page%5Bsize%5D=100',
          status: 200,
          answer: tagBindings('ws-1', ['env', 'dev'], ['team', 'a']),
        },
      ],
      state: { tags: { env: 'dev', team: 'a' } },
    },
    update: {
      update: {
        from: state,
        to: {
          name: 'net',
          project_id: 'prj-1',
          execution_mode: 'agent',
          agent_pool_id: 'apool-1',
          setting_overwrites: { execution_mode: false, agent_pool: false },
          engine_version: '1.9.8',
          assessments_enabled: false,
          global_remote_state: false,
          auto_destroy_at: '2026-03-01T00:00:00Z',
          source_name: 'us',
          source_url: 'https://us.example',
          trigger_patterns: ['*.tf'],
          vcs_repo: { identifier: 'acme/net', oauth_token_id: 'ot-2' },
        },
      },
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1',
          body: {
            data: {
              id: 'ws-1',
              type: 'workspaces',
              attributes: {
                name: 'net',
                description: null,
                'allow-destroy-plan': true,
                'assessments-enabled': false,
                'auto-apply': false,
                'auto-apply-run-trigger': false,
                'auto-destroy-at': '2026-03-01T00:00:00Z',
                'auto-destroy-activity-duration': null,
                'file-triggers-enabled': true,
                'global-remote-state': false,
                'queue-all-runs': false,
                'source-name': 'us',
                'source-url': 'https://us.example',
                'speculative-enabled': true,
                'engine-version': '1.9.8',
                'trigger-patterns': ['*.tf'],
                'trigger-prefixes': [],
                'working-directory': null,
                'vcs-repo': {
                  identifier: 'acme/net',
                  'oauth-token-id': 'ot-2',
                  branch: '',
                  'ingress-submodules': false,
                  'tags-regex': null,
                },
              },
            },
          },
          status: 200,
          answer: workspaceWith({
            name: 'net',
            description: null,
            'allow-destroy-plan': true,
            'assessments-enabled': false,
            'auto-apply': false,
            'auto-apply-run-trigger': false,
            'auto-destroy-at': '2026-03-01T00:00:00.000Z',
            'auto-destroy-activity-duration': null,
            'file-triggers-enabled': true,
            'global-remote-state': false,
            'queue-all-runs': false,
            'source-name': 'us',
            'source-url': 'https://us.example',
            'speculative-enabled': true,
            'engine-version': '1.9.8',
            'trigger-patterns': ['*.tf'],
            'trigger-prefixes': [],
            'working-directory': null,
            'vcs-repo': {
              ...attributes['vcs-repo'],
              identifier: 'acme/net',
              'oauth-token-id': 'ot-2',
              branch: '',
              'ingress-submodules': false,
              'tags-regex': null,
              'display-identifier': 'acme/net',
              'repository-http-url': 'https://code.example/acme/net',
            },
          }),
        },
      ],
      state: {
        name: 'net',
        description: null,
        allow_destroy_plan: true,
        auto_destroy_at: '2026-03-01T00:00:00Z',
        auto_destroy_activity_duration: null,
        engine_version: '1.9.8',
        trigger_prefixes: [],
        working_directory: null,
        vcs_repo: {
          ...state.vcs_repo,
          identifier: 'acme/net',
          oauth_token_id: 'ot-2',
          branch: '',
          ingress_submodules: false,
          tags_regex: null,
          display_identifier: 'acme/net',
          repository_http_url: 'https://code.example/acme/net',
        },
      },
    },
    delete: { delete: state, exchanges: [{ request: 'POST /workspaces/ws-1/actions/safe-delete', status: 204 }] },
    'delete when force_delete': {
      delete: { ...state, force_delete: true },
      exchanges: [{ request: 'DELETE /workspaces/ws-1', status: 204 }],
    },
    'add tag_names': {
      create: { name: 'plain', tag_names: ['core', 'eu'] },
      exchanges: [
        {
          request: 'POST /organizations/acme/workspaces',
          body: { data: { type: 'workspaces', attributes: { name: 'plain' } } },
          status: 201,
          answer: plain(),
        },
        {
          request: 'POST /workspaces/ws-2/relationships/tags',
          body: {
            data: [
              { type: 'tags', attributes: { name: 'core' } },
              { type: 'tags', attributes: { name: 'eu' } },
            ],
          },
          status: 204,
        },
      ],
      state: { ...plainState, tag_names: ['core', 'eu'] },
    },
    'remove tag_names': {
      update: { from: { ...plainState, tag_names: ['core', 'eu'] }, to: { name: 'plain', tag_names: ['eu'] } },
      exchanges: [
        {
          request: 'DELETE /workspaces/ws-2/relationships/tags',
          body: { data: [{ type: 'tags', attributes: { name: 'core' } }] },
          status: 204,
        },
        { request: 'GET /workspaces/ws-2', status: 200, answer: plain({ 'tag-names': ['eu'], 'updated-at': '2026-01-03T00:00:00.000Z' }) },
      ],
      state: { tag_names: ['eu'], updated_at: '2026-01-03T00:00:00.000Z' },
    },
  },
  {
    'by its name alone: what is unset is not sent, and known afterwards': {
      create: { name: 'plain' },
      exchanges: [
        {
          request: 'POST /organizations/acme/workspaces',
          body: { data: { type: 'workspaces', attributes: { name: 'plain' } } },
          status: 201,
          answer: plain(),
        },
      ],
      state: plainState,
    },
  },
);
