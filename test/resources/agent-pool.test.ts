import { agentPoolResource } from '../../declarations/src/resources/workspaces/agent-pool.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'apool-1',
  type: 'agent-pools',
  attributes: { name: 'own', 'organization-scoped': false, 'agent-count': 2, 'created-at': '2026-01-01T00:00:00.000Z' },
  relationships: {
    organization: { data: { id: 'acme', type: 'organizations' } },
    'allowed-workspaces': { data: [{ type: 'workspaces', id: 'ws-1' }] },
    'allowed-projects': { data: [{ type: 'projects', id: 'prj-1' }] },
    'excluded-workspaces': { data: [{ type: 'workspaces', id: 'ws-2' }] },
  },
};
const state = {
  id: 'apool-1',
  organization: 'acme',
  name: 'own',
  organization_scoped: false,
  allowed_workspace_ids: ['ws-1'],
  allowed_project_ids: ['prj-1'],
  excluded_workspace_ids: ['ws-2'],
  agent_count: 2,
  created_at: '2026-01-01T00:00:00.000Z',
};
const shown = { request: 'GET /agent-pools/apool-1', status: 200, answer: { data: document } } as const;

testResource(agentPoolResource, {
  create: {
    create: {
      name: 'own',
      organization_scoped: false,
      allowed_workspace_ids: ['ws-1'],
      allowed_project_ids: ['prj-1'],
      excluded_workspace_ids: ['ws-2'],
    },
    exchanges: [
      {
        request: 'POST /organizations/acme/agent-pools',
        body: {
          data: {
            type: 'agent-pools',
            attributes: { name: 'own', 'organization-scoped': false },
            relationships: {
              'allowed-workspaces': { data: [{ type: 'workspaces', id: 'ws-1' }] },
              'allowed-projects': { data: [{ type: 'projects', id: 'prj-1' }] },
              'excluded-workspaces': { data: [{ type: 'workspaces', id: 'ws-2' }] },
            },
          },
        },
        status: 201,
        answer: { data: document },
      },
    ],
    state,
  },
  list: {
    read: state,
    times: 3,
    exchanges: [
      shown,
      shown,
      {
        request: 'GET /organizations/acme/agent-pools?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  update: {
    update: { from: state, to: { name: 'shared', allowed_project_ids: ['prj-1'], excluded_workspace_ids: ['ws-2'] } },
    exchanges: [
      {
        request: 'PATCH /agent-pools/apool-1',
        body: {
          data: {
            id: 'apool-1',
            type: 'agent-pools',
            attributes: { name: 'shared', 'organization-scoped': true },
            relationships: { 'allowed-workspaces': { data: [] } },
          },
        },
        status: 200,
        answer: {
          data: {
            id: 'apool-1',
            type: 'agent-pools',
            attributes: { name: 'shared', 'organization-scoped': true, 'agent-count': 2, 'created-at': '2026-01-01T00:00:00.000Z' },
            relationships: {
              organization: { data: { id: 'acme', type: 'organizations' } },
              'allowed-workspaces': { data: [] },
              'allowed-projects': { data: [{ type: 'projects', id: 'prj-1' }] },
              'excluded-workspaces': { data: [{ type: 'workspaces', id: 'ws-2' }] },
            },
          },
        },
      },
    ],
    state: {
      ...state,
      name: 'shared',
      organization_scoped: true,
      allowed_workspace_ids: [],
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /agent-pools/apool-1', status: 204 }] },
});
