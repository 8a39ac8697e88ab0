import { collectAll } from '../support/client.ts';
import { firstPage, onePageLinks, type Exchanges } from './exchange.ts';

const varset = {
  data: {
    id: 'varset-1',
    type: 'varsets',
    attributes: {
      name: 'aws',
      description: 'keys',
      global: false,
      priority: true,
      'updated-at': '2026-03-01T10:00:00.000Z',
      'var-count': 1,
      'workspace-count': 2,
      'project-count': 0,
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      parent: { data: { id: 'prj-1', type: 'projects' } },
      workspaces: { data: [{ id: 'ws-1', type: 'workspaces' }] },
      projects: { data: [] },
      vars: { data: [{ id: 'var-1', type: 'vars' }] },
    },
  },
};
const set = {
  id: 'varset-1',
  organization: 'acme',
  name: 'aws',
  description: 'keys',
  global: false,
  priority: true,
  parent_project_id: 'prj-1',
  var_count: 1,
  workspace_count: 2,
  project_count: 0,
  updated_at: '2026-03-01T10:00:00.000Z',
  workspace_ids: ['ws-1'],
  project_ids: [],
};
const variableDocument = {
  id: 'var-1',
  type: 'vars',
  attributes: {
    key: 'region',
    value: 'eu',
    description: null,
    category: 'infra',
    hcl: false,
    sensitive: false,
    'created-at': '2026-03-01T10:00:00.000Z',
  },
  relationships: { varset: { data: { id: 'varset-1', type: 'varsets' } } },
};
const variable = {
  id: 'var-1',
  variable_set_id: 'varset-1',
  key: 'region',
  value: 'eu',
  description: null,
  category: 'infra',
  hcl: false,
  sensitive: false,
  created_at: '2026-03-01T10:00:00.000Z',
  readable_value: 'eu',
};

export const variableSets: Exchanges = {
  'variableSets.create': {
    row: 'POST /organizations/{organization_name}/varsets',
    call: ({ variableSets }) =>
      variableSets.create('acme', {
        name: 'aws',
        description: 'keys',
        global: false,
        priority: true,
        parent_project_id: 'prj-1',
        workspace_ids: ['ws-1'],
        project_ids: null,
        variables: [{ key: 'region', value: 'eu', category: 'infra', hcl: false }],
      }),
    request: 'POST /organizations/acme/varsets',
    body:
      '{"data":{"type":"varsets","attributes":{"name":"aws","description":"keys","global":false,"priority":true},' +
      '"relationships":{"parent":{"data":{"type":"projects","id":"prj-1"}},"workspaces":{"data":[{"type":"workspaces","id":"ws-1"}]},' +
      '"vars":{"data":[{"type":"vars","attributes":{"key":"region","value":"eu","category":"infra","hcl":false}}]}}}}',
    answer: varset,
    result: set,
  },
  'variableSets.update': {
    row: 'PATCH /varsets/{varset_id}',
    call: ({ variableSets }) =>
      variableSets.update('varset-1', { name: 'aws', description: null, workspace_ids: [], project_ids: ['prj-2'] }),
    request: 'PATCH /varsets/varset-1',
    body:
      '{"data":{"id":"varset-1","type":"varsets","attributes":{"name":"aws","description":null},' +
      '"relationships":{"workspaces":{"data":[]},"projects":{"data":[{"type":"projects","id":"prj-2"}]}}}}',
    answer: varset,
    result: set,
  },
  'variableSets.replace': {
    row: 'PUT /varsets/{varset_id}',
    call: ({ variableSets }) => variableSets.replace('varset-1', { name: 'aws', variables: [{ key: 'region', category: 'env' }] }),
    request: 'PUT /varsets/varset-1',
    body:
      '{"data":{"id":"varset-1","type":"varsets","attributes":{"name":"aws"},' +
      '"relationships":{"vars":{"data":[{"type":"vars","attributes":{"key":"region","category":"env"}}]}}}}',
    answer: varset,
    result: set,
  },
  'variableSets.delete': {
    row: 'DELETE /varsets/{varset_id}',
    call: ({ variableSets }) => variableSets.delete('varset-1'),
    request: 'DELETE /varsets/varset-1',
    status: 204,
  },
  'variableSets.show': {
    row: 'GET /varsets/{varset_id}',
    call: ({ variableSets }) => variableSets.show('varset-1', { include: ['vars'] }),
    request: 'GET /varsets/varset-1?include=vars',
    answer: { ...varset, included: [variableDocument, { ...variableDocument, id: 'var-of-another' }] },
    result: { ...set, variables: [variable] },
  },
  'variableSets.listForOrganization': {
    row: 'GET /organizations/{organization_name}/varsets',
    call: ({ variableSets }) => collectAll(variableSets.listForOrganization('acme', { name: 'a', include: ['vars'] })),
    request: `GET /organizations/acme/varsets?${firstPage}&q=a&include=vars`,
    answer: { data: [varset.data], included: [variableDocument], ...onePageLinks },
    result: [{ ...set, variables: [variable] }],
  },
  'variableSets.listForProject': {
    row: 'GET /projects/{project_id}/varsets',
    call: ({ variableSets }) => collectAll(variableSets.listForProject('prj-1')),
    request: `GET /projects/prj-1/varsets?${firstPage}`,
    answer: { data: [varset.data], ...onePageLinks },
    result: [set],
  },
  'variableSets.listForWorkspace': {
    row: 'GET /workspaces/{workspace_id}/varsets',
    call: ({ variableSets }) => collectAll(variableSets.listForWorkspace('ws-1')),
    request: `GET /workspaces/ws-1/varsets?${firstPage}`,
    answer: { data: [varset.data], ...onePageLinks },
    result: [set],
  },
  'variableSets.addVariable': {
    row: 'POST /varsets/{varset_id}/relationships/vars',
    call: ({ variableSets }) =>
      variableSets.addVariable('varset-1', { key: 'region', value: 'eu', category: 'infra', sensitive: true, description: null }),
    request: 'POST /varsets/varset-1/relationships/vars',
    body: '{"data":{"type":"vars","attributes":{"key":"region","value":"eu","category":"infra","sensitive":true}}}',
    answer: { data: variableDocument },
    result: variable,
  },
  'variableSets.updateVariable': {
    row: 'PATCH /varsets/{varset_id}/relationships/vars/{var_id}',
    call: ({ variableSets }) => variableSets.updateVariable('varset-1', 'var-1', { value: 'us' }),
    request: 'PATCH /varsets/varset-1/relationships/vars/var-1',
    body: '{"data":{"id":"var-1","type":"vars","attributes":{"value":"us"}}}',
    answer: { data: variableDocument },
    result: variable,
  },
  'variableSets.deleteVariable': {
    row: 'DELETE /varsets/{varset_id}/relationships/vars/{var_id}',
    call: ({ variableSets }) => variableSets.deleteVariable('varset-1', 'var-1'),
    request: 'DELETE /varsets/varset-1/relationships/vars/var-1',
    status: 204,
  },
  'variableSets.listVariables': {
    row: 'GET /varsets/{varset_id}/relationships/vars',
    call: ({ variableSets }) => collectAll(variableSets.listVariables('varset-1')),
    request: `GET /varsets/varset-1/relationships/vars?${firstPage}`,
    answer: { data: [variableDocument] },
    result: [variable],
  },
  'variableSets.applyToWorkspaces': {
    row: 'POST /varsets/{varset_id}/relationships/workspaces',
    call: ({ variableSets }) => variableSets.applyToWorkspaces('varset-1', ['ws-1', 'ws-2']),
    request: 'POST /varsets/varset-1/relationships/workspaces',
    body: '{"data":[{"type":"workspaces","id":"ws-1"},{"type":"workspaces","id":"ws-2"}]}',
    status: 204,
  },
  'variableSets.removeFromWorkspaces': {
    row: 'DELETE /varsets/{varset_id}/relationships/workspaces',
    call: ({ variableSets }) => variableSets.removeFromWorkspaces('varset-1', ['ws-1']),
    request: 'DELETE /varsets/varset-1/relationships/workspaces',
    body: '{"data":[{"type":"workspaces","id":"ws-1"}]}',
    status: 204,
  },
  'variableSets.applyToProjects': {
    row: 'POST /varsets/{varset_id}/relationships/projects',
    call: ({ variableSets }) => variableSets.applyToProjects('varset-1', ['prj-1']),
    request: 'POST /varsets/varset-1/relationships/projects',
    body: '{"data":[{"type":"projects","id":"prj-1"}]}',
    status: 204,
  },
  'variableSets.removeFromProjects': {
    row: 'DELETE /varsets/{varset_id}/relationships/projects',
    call: ({ variableSets }) => variableSets.removeFromProjects('varset-1', ['prj-1']),
    request: 'DELETE /varsets/varset-1/relationships/projects',
    body: '{"data":[{"type":"projects","id":"prj-1"}]}',
    status: 204,
  },
};
