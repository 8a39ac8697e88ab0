import { teamWorkspaceAccess } from '../../declarations/src/resources/workspaces/team-workspace-access.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'tws-1',
  type: 'team-workspaces',
  attributes: {
    access: 'custom',
    runs: 'plan',
    variables: 'read',
    'state-versions': 'read-outputs',
    'sentinel-mocks': 'read',
    'workspace-locking': true,
    'run-tasks': true,
    'policy-overrides': false,
  },
  relationships: { team: { data: { id: 'team-1', type: 'teams' } }, workspace: { data: { id: 'ws-1', type: 'workspaces' } } },
};
const state = {
  id: 'tws-1',
  team_id: 'team-1',
  workspace_id: 'ws-1',
  access: 'custom',
  runs: 'plan',
  variables: 'read',
  state_versions: 'read-outputs',
  sentinel_mocks: 'read',
  workspace_locking: true,
  run_tasks: true,
  policy_overrides: false,
};
const shown = { request: 'GET /team-workspaces/tws-1', status: 200, answer: { data: document } } as const;

testResource(teamWorkspaceAccess, {
  create: {
    create: {
      team_id: 'team-1',
      workspace_id: 'ws-1',
      access: 'custom',
      runs: 'plan',
      variables: 'read',
      state_versions: 'read-outputs',
      sentinel_mocks: 'read',
      workspace_locking: true,
      run_tasks: true,
      policy_overrides: false,
    },
    exchanges: [
      {
        request: 'POST /team-workspaces',
        body: {
          data: {
            type: 'team-workspaces',
            attributes: {
              access: 'custom',
              runs: 'plan',
              variables: 'read',
              'state-versions': 'read-outputs',
              'sentinel-mocks': 'read',
              'workspace-locking': true,
              'run-tasks': true,
              'policy-overrides': false,
            },
            relationships: { team: { data: { id: 'team-1', type: 'teams' } }, workspace: { data: { id: 'ws-1', type: 'workspaces' } } },
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
        request: 'GET /team-workspaces?filter[workspace][id]=ws-1&page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  update: {
    update: { from: state, to: { team_id: 'team-1', workspace_id: 'ws-1', access: 'read' } },
    exchanges: [
      {
        request: 'PATCH /team-workspaces/tws-1',
        body: { data: { id: 'tws-1', type: 'team-workspaces', attributes: { access: 'read' } } },
        status: 200,
        answer: {
          data: {
            id: 'tws-1',
            type: 'team-workspaces',
            attributes: {
              access: 'read',
              runs: 'read',
              variables: 'read',
              'state-versions': 'read',
              'sentinel-mocks': 'none',
              'workspace-locking': false,
              'run-tasks': false,
              'policy-overrides': false,
            },
            relationships: { team: { data: { id: 'team-1', type: 'teams' } }, workspace: { data: { id: 'ws-1', type: 'workspaces' } } },
          },
        },
      },
    ],
    state: {
      ...state,
      access: 'read',
      runs: 'read',
      variables: 'read',
      state_versions: 'read',
      sentinel_mocks: 'none',
      workspace_locking: false,
      run_tasks: false,
      policy_overrides: false,
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /team-workspaces/tws-1', status: 204 }] },
});
