import { noCodeWorkspace } from '../../declarations/src/resources/workspaces/no-code-workspace.ts';
import { testResource } from './support/resource-case.ts';
import { document, known, config, state, create, read, offer, byName } from './support/no-code-workspace.ts';

testResource(
  noCodeWorkspace,
  {
    create: { create: config, exchanges: [{ ...create, status: 200, answer: document() }], state },
    read: {
      read: state,
      exchanges: [{ request: read, status: 200, answer: document({ 'no-code-upgrade-available': true }) }],
      state: { ...state, no_code_upgrade_available: true },
    },
    'show by name': {
      create: config,
      exchanges: [{ ...create, status: 'lost' }, offer, { request: byName, status: 200, answer: document() }],
      state,
    },
    update: {
      update: { from: state, to: { ...config, description: 'our shop', auto_apply: false } },
      exchanges: [
        {
          request: 'PATCH /workspaces/ws-1',
          body: { data: { id: 'ws-1', type: 'workspaces', attributes: { description: 'our shop', 'auto-apply': false } } },
          status: 200,
          answer: document({ description: 'our shop', 'auto-apply': false }),
        },
      ],
      state: { ...state, description: 'our shop', auto_apply: false },
    },
    delete: { delete: state, exchanges: [{ request: 'POST /workspaces/ws-1/actions/safe-delete', status: 204 }] },
    'delete when force_delete': {
      delete: { ...state, force_delete: true },
      exchanges: [{ request: 'DELETE /workspaces/ws-1', status: 204 }],
    },
  },
  {
    'by its name alone': {
      create: { no_code_module_id: 'nocode-1', name: 'shop' },
      exchanges: [
        {
          request: 'POST /no-code-modules/nocode-1/workspaces',
          body: { data: { type: 'workspaces', attributes: { name: 'shop' } } },
          status: 200,
          answer: document({
            description: '',
            'execution-mode': 'remote',
            'agent-pool-id': null,
            'auto-apply': false,
            'engine-version': '1.11.4',
            'source-name': null,
            'source-url': null,
          }),
        },
      ],
      state: {
        name: 'shop',
        description: '',
        execution_mode: 'remote',
        agent_pool_id: null,
        auto_apply: false,
        engine_version: '1.11.4',
        project_id: 'prj-1',
        variables: {},
      },
    },
    'the hosted service speaks of its engine by name': {
      profile: 'hosted',
      create: { no_code_module_id: 'nocode-1', name: 'shop', engine_version: '1.9.8', variables: { region: { value: 'eu' } } },
      exchanges: [
        {
          request: 'POST /no-code-modules/nocode-1/workspaces',
          body: {
            data: {
              type: 'workspaces',
              attributes: { name: 'shop', 'terraform-version': '1.9.8' },
              relationships: {
                vars: {
                  data: [
                    {
                      type: 'vars',
                      attributes: { key: 'region', value: 'eu', description: '', category: 'terraform', hcl: false, sensitive: false },
                    },
                  ],
                },
              },
            },
          },
          status: 201,
          answer: document({
            description: '',
            'execution-mode': 'remote',
            'agent-pool-id': null,
            'auto-apply': false,
            'source-name': null,
            'source-url': null,
          }),
        },
      ],
      state: { name: 'shop', variables: { region: known.region } },
    },
  },
);
