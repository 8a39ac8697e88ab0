import { variableSetWorkspace } from '../../declarations/src/resources/workspaces/variable-set-workspace.ts';
import { testResource } from './support/resource-case.ts';

const state = { variable_set_id: 'varset-1', workspace_id: 'ws-1' };
const set = (...ids: string[]) => ({
  data: {
    id: 'varset-1',
    type: 'varsets',
    attributes: { name: 'common' },
    relationships: { workspaces: { data: ids.map((id) => ({ id, type: 'workspaces' })) }, projects: { data: [] } },
  },
});

testResource(
  variableSetWorkspace,
  {
    create: {
      create: state,
      exchanges: [
        { request: 'POST /varsets/varset-1/relationships/workspaces', body: { data: [{ type: 'workspaces', id: 'ws-1' }] }, status: 204 },
      ],
      state,
    },
    list: { read: state, exchanges: [{ request: 'GET /varsets/varset-1', status: 200, answer: set('ws-0', 'ws-1') }], state },
    delete: {
      delete: state,
      exchanges: [
        { request: 'DELETE /varsets/varset-1/relationships/workspaces', body: { data: [{ type: 'workspaces', id: 'ws-1' }] }, status: 204 },
      ],
    },
  },
  {
    'a set that is no longer applied there is gone': {
      read: state,
      exchanges: [{ request: 'GET /varsets/varset-1', status: 200, answer: set('ws-0') }],
      state: null,
    },
  },
);
