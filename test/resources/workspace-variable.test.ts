import { workspaceVariable } from '../../declarations/src/resources/workspaces/workspace-variable.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'var-1',
  type: 'vars',
  attributes: {
    key: 'REGION',
    value: 'eu',
    description: 'where',
    category: 'env',
    hcl: true,
    sensitive: false,
    'created-at': '2026-01-01T00:00:00.000Z',
    'version-id': 'v-1',
  },
  relationships: { configurable: { data: { id: 'ws-1', type: 'workspaces' } } },
};
const state = {
  id: 'var-1',
  workspace_id: 'ws-1',
  key: 'REGION',
  value: 'eu',
  description: 'where',
  category: 'env',
  hcl: true,
  sensitive: false,
  readable_value: 'eu',
  version_id: 'v-1',
  created_at: '2026-01-01T00:00:00.000Z',
};
const shown = { request: 'GET /workspaces/ws-1/vars/var-1', status: 200, answer: { data: document } } as const;

testResource(workspaceVariable, {
  create: {
    create: { workspace_id: 'ws-1', key: 'REGION', value: 'eu', description: 'where', category: 'env', hcl: true, sensitive: false },
    exchanges: [
      {
        request: 'POST /workspaces/ws-1/vars',
        body: {
          data: {
            type: 'vars',
            attributes: { key: 'REGION', category: 'env', value: 'eu', description: 'where', hcl: true, sensitive: false },
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
        request: 'GET /workspaces/ws-1/vars?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  update: {
    update: { from: state, to: { workspace_id: 'ws-1', key: 'REGION', value: 'us', category: 'env', hcl: true } },
    exchanges: [
      {
        request: 'PATCH /workspaces/ws-1/vars/var-1',
        body: { data: { id: 'var-1', type: 'vars', attributes: { value: 'us', description: '' } } },
        status: 200,
        answer: {
          data: {
            id: 'var-1',
            type: 'vars',
            attributes: {
              key: 'REGION',
              value: 'us',
              description: '',
              category: 'env',
              hcl: true,
              sensitive: false,
              'created-at': '2026-01-01T00:00:00.000Z',
              'version-id': 'v-2',
            },
            relationships: { configurable: { data: { id: 'ws-1', type: 'workspaces' } } },
          },
        },
      },
    ],
    state: {
      ...state,
      value: 'us',
      description: '',
      readable_value: 'us',
      version_id: 'v-2',
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /workspaces/ws-1/vars/var-1', status: 204 }] },
});
