import { workspaceDocument, workspaceValues, type Exchanges } from './exchange.ts';

const module = {
  data: {
    id: 'nocode-1',
    type: 'no-code-modules',
    attributes: { enabled: true, 'version-pin': '1.2.0' },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      'registry-module': { data: { id: 'mod-1', type: 'registry-modules' } },
      'variable-options': { data: [{ id: 'ncvaropt-1', type: 'variable-options' }] },
    },
  },
};
const offer = { id: 'nocode-1', registry_module_id: 'mod-1', enabled: true, version_pin: '1.2.0' };
const upgradeDocument = {
  data: {
    id: 'run-1',
    type: 'workspace-upgrade',
    attributes: { status: 'planned', 'plan-url': 'https://ws.example.com/plan' },
    relationships: { workspace: { data: { id: 'ws-1', type: 'workspaces' } } },
  },
};
const upgrade = { id: 'run-1', status: 'planned', plan_url: 'https://ws.example.com/plan', workspace_id: 'ws-1' };
const path = { no_code_module_id: 'nocode-1', workspace_id: 'ws-1', id: 'run-1' };

export const retentionAndNoCode: Exchanges = {
  'dataRetentionPolicy.set': {
    row: 'POST /workspaces/{workspace_id}/relationships/data-retention-policy',
    call: ({ dataRetentionPolicy }) => dataRetentionPolicy.set('ws-1', { delete_older_than_n_days: 30 }),
    request: 'POST /workspaces/ws-1/relationships/data-retention-policy',
    body: '{"data":{"type":"data-retention-policy-delete-olders","attributes":{"delete-older-than-n-days":30}}}',
    answer: { data: { id: 'drp-1', type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': 30 } } },
    result: { id: 'drp-1', delete_older_than_n_days: 30 },
  },
  'dataRetentionPolicy.show': {
    row: 'GET /workspaces/{workspace_id}/relationships/data-retention-policy',
    call: ({ dataRetentionPolicy }) => dataRetentionPolicy.show('ws-1'),
    request: 'GET /workspaces/ws-1/relationships/data-retention-policy',
    answer: { data: { id: 'drp-2', type: 'data-retention-policy-dont-deletes', attributes: {} } },
    result: { id: 'drp-2', dont_delete: true },
  },
  'dataRetentionPolicy.remove': {
    row: 'DELETE /workspaces/{workspace_id}/relationships/data-retention-policy',
    call: ({ dataRetentionPolicy }) => dataRetentionPolicy.remove('ws-1'),
    request: 'DELETE /workspaces/ws-1/relationships/data-retention-policy',
    status: 204,
  },
  'noCodeModules.enable': {
    row: 'POST /organizations/{organization_name}/no-code-modules',
    call: ({ noCodeModules }) =>
      noCodeModules.enable('acme', {
        registry_module_id: 'mod-1',
        enabled: true,
        version_pin: '1.2.0',
        variable_options: [{ variable_name: 'region', variable_type: 'string', options: ['eu', 'us'] }],
      }),
    request: 'POST /organizations/acme/no-code-modules',
    body:
      '{"data":{"type":"no-code-modules","relationships":{"registry-module":{"data":{"id":"mod-1","type":"registry-module"}},' +
      '"variable-options":{"data":[{"type":"variable-options","attributes":{"variable-name":"region","variable-type":"string",' +
      '"options":["eu","us"]}}]}},"attributes":{"enabled":true,"version-pin":"1.2.0"}}}',
    answer: module,
    result: offer,
  },
  'noCodeModules.update': {
    row: 'PATCH /no-code-modules/{id}',
    call: ({ noCodeModules }) =>
      noCodeModules.update('nocode-1', {
        enabled: false,
        variable_options: [{ id: 'ncvaropt-1', variable_name: 'size', variable_type: 'number', options: [1, 2] }],
      }),
    request: 'PATCH /no-code-modules/nocode-1',
    body:
      '{"data":{"id":"nocode-1","type":"no-code-modules","attributes":{"enabled":false},' +
      '"relationships":{"variable-options":{"data":[{"id":"ncvaropt-1","type":"variable-options",' +
      '"attributes":{"variable-name":"size","variable-type":"number","options":[1,2]}}]}}}}',
    answer: module,
    result: offer,
  },
  'noCodeModules.read': {
    row: 'GET /no-code-modules/{id}',
    call: ({ noCodeModules }) => noCodeModules.read('nocode-1', { include: ['variable_options'] }),
    request: 'GET /no-code-modules/nocode-1?include=variable_options',
    answer: {
      ...module,
      included: [
        {
          id: 'ncvaropt-1',
          type: 'variable-options',
          attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['eu', 'us'] },
        },
      ],
    },
    result: { ...offer, variable_options: [{ id: 'ncvaropt-1', variable_name: 'region', variable_type: 'string', options: ['eu', 'us'] }] },
  },
  'noCodeModules.createWorkspace': {
    row: 'POST /no-code-modules/{id}/workspaces',
    call: ({ noCodeModules }) =>
      noCodeModules.createWorkspace('nocode-1', {
        name: 'app',
        auto_apply: true,
        execution_mode: 'remote',
        project_id: 'prj-1',
        variables: [{ key: 'region', value: 'eu', category: 'infra' }],
      }),
    request: 'POST /no-code-modules/nocode-1/workspaces',
    body:
      '{"data":{"type":"workspaces","attributes":{"name":"app","execution-mode":"remote","auto_apply":true},' +
      '"relationships":{"project":{"data":{"id":"prj-1","type":"project"}},"vars":{"data":[{"type":"vars",' +
      '"attributes":{"key":"region","value":"eu","category":"infra"}}]}}}}',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'noCodeModules.startUpgrade': {
    row: 'POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade',
    call: ({ noCodeModules }) => noCodeModules.startUpgrade('nocode-1', 'ws-1', [{ key: 'region', value: 'us', category: 'infra' }]),
    request: 'POST /no-code-modules/nocode-1/workspaces/ws-1/upgrade',
    body:
      '{"data":{"type":"workspaces","relationships":{"vars":{"data":[{"type":"vars",' +
      '"attributes":{"key":"region","value":"us","category":"infra"}}]}}}}',
    answer: upgradeDocument,
    result: upgrade,
  },
  'noCodeModules.readUpgrade': {
    row: 'GET /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
    call: ({ noCodeModules }) => noCodeModules.readUpgrade(path),
    request: 'GET /no-code-modules/nocode-1/workspaces/ws-1/upgrade/run-1',
    answer: upgradeDocument,
    result: upgrade,
  },
  'noCodeModules.confirmUpgrade': {
    row: 'POST /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
    call: ({ noCodeModules }) => noCodeModules.confirmUpgrade(path),
    request: 'POST /no-code-modules/nocode-1/workspaces/ws-1/upgrade/run-1',
    answer: 'Workspace update completed\n',
    result: 'Workspace update completed',
  },
};
