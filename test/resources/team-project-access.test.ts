import { teamProjectAccess } from '../../declarations/src/resources/workspaces/team-project-access.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'tprj-1',
  type: 'team-projects',
  attributes: {
    access: 'custom',
    'project-access': { settings: 'update', teams: 'read', 'variable-sets': 'write' },
    'workspace-access': {
      create: true,
      move: true,
      delete: false,
      locking: true,
      runs: 'plan',
      variables: 'read',
      'state-versions': 'read',
      'sentinel-mocks': 'none',
      'run-tasks': true,
      'policy-overrides': false,
    },
  },
  relationships: { team: { data: { id: 'team-1', type: 'teams' } }, project: { data: { id: 'prj-1', type: 'projects' } } },
};
const state = {
  id: 'tprj-1',
  team_id: 'team-1',
  project_id: 'prj-1',
  access: 'custom',
  project_access: { settings: 'update', teams: 'read', variable_sets: 'write' },
  workspace_access: {
    create: true,
    move: true,
    delete: false,
    locking: true,
    runs: 'plan',
    variables: 'read',
    state_versions: 'read',
    sentinel_mocks: 'none',
    run_tasks: true,
    policy_overrides: false,
  },
};
const shown = { request: 'GET /team-projects/tprj-1', status: 200, answer: { data: document } } as const;

testResource(teamProjectAccess, {
  create: {
    create: {
      team_id: 'team-1',
      project_id: 'prj-1',
      access: 'custom',
      project_access: { settings: 'update', teams: 'read', variable_sets: 'write' },
      workspace_access: {
        create: true,
        move: true,
        delete: false,
        locking: true,
        runs: 'plan',
        variables: 'read',
        state_versions: 'read',
        sentinel_mocks: 'none',
        run_tasks: true,
        policy_overrides: false,
      },
    },
    exchanges: [
      {
        request: 'POST /team-projects',
        body: {
          data: {
            type: 'team-projects',
            attributes: {
              access: 'custom',
              'project-access': { settings: 'update', teams: 'read', 'variable-sets': 'write' },
              'workspace-access': {
                create: true,
                move: true,
                delete: false,
                locking: true,
                runs: 'plan',
                variables: 'read',
                'state-versions': 'read',
                'sentinel-mocks': 'none',
                'run-tasks': true,
                'policy-overrides': false,
              },
            },
            relationships: { team: { data: { id: 'team-1', type: 'teams' } }, project: { data: { id: 'prj-1', type: 'projects' } } },
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
        request: 'GET /team-projects?filter[project][id]=prj-1&page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  update: {
    update: { from: state, to: { team_id: 'team-1', project_id: 'prj-1', access: 'maintain' } },
    exchanges: [
      {
        request: 'PATCH /team-projects/tprj-1',
        body: { data: { id: 'tprj-1', type: 'team-projects', attributes: { access: 'maintain' } } },
        status: 200,
        answer: {
          data: {
            id: 'tprj-1',
            type: 'team-projects',
            attributes: {
              access: 'maintain',
              'project-access': { settings: 'update', teams: 'read', 'variable-sets': 'write' },
              'workspace-access': {
                create: true,
                move: true,
                delete: false,
                locking: true,
                runs: 'plan',
                variables: 'read',
                'state-versions': 'read',
                'sentinel-mocks': 'none',
                'run-tasks': true,
                'policy-overrides': false,
              },
            },
            relationships: { team: { data: { id: 'team-1', type: 'teams' } }, project: { data: { id: 'prj-1', type: 'projects' } } },
          },
        },
      },
    ],
    state: {
      ...state,
      access: 'maintain',
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /team-projects/tprj-1', status: 204 }] },
});
