import {
  bool,
  computed,
  id,
  object,
  oneOf,
  optional,
  required,
  resource,
  serviceDefault,
  string,
  toOneRelationship,
} from '../../declare/index.ts';
import { accessLevel, levelDecides, permission } from './access-levels.ts';
import { moveFromTfe } from '../state-moves.ts';

/** In the order of `permission`: custom, read, plan, write, maintain, admin. */
const projectPermissions = {
  settings: permission(
    oneOf('read', 'update', 'delete'),
    'What its members may do with the settings of the project.',
    ...(['read', 'read', 'read', 'read', 'read', 'delete'] as const),
  ),
  teams: permission(
    oneOf('none', 'read', 'manage'),
    'What its members may do with the teams of the project.',
    ...(['none', 'none', 'none', 'none', 'none', 'manage'] as const),
  ),
  variable_sets: permission(
    oneOf('none', 'read', 'write'),
    'What its members may do with variable sets of the project.',
    ...(['none', 'read', 'read', 'write', 'write', 'write'] as const),
  ),
};
const workspacePermissions = {
  create: permission(bool, 'Whether its members may create workspaces.', false, false, false, false, true, true),
  move: permission(bool, 'Whether its members may move workspaces.', false, false, false, false, false, true),
  delete: permission(bool, 'Whether its members may delete workspaces.', false, false, false, false, true, true),
  locking: permission(bool, 'Whether its members may lock workspaces.', false, false, false, true, true, true),
  runs: permission(oneOf('read', 'plan', 'apply'), 'What its members may do with runs.', 'read', 'read', 'plan', 'apply', 'apply', 'apply'),
  variables: permission(
    oneOf('none', 'read', 'write'),
    'What its members may do with variables.',
    ...(['none', 'read', 'read', 'write', 'write', 'write'] as const),
  ),
  state_versions: permission(
    oneOf('none', 'read-outputs', 'read', 'write'),
    'What its members may do with states.',
    ...(['none', 'read', 'read', 'write', 'write', 'write'] as const),
  ),
  sentinel_mocks: permission(
    oneOf('none', 'read'),
    'Whether its members may download mock data of policies.',
    ...(['none', 'none', 'none', 'read', 'read', 'read'] as const),
  ),
  run_tasks: permission(bool, 'Whether its members may manage run tasks.', false, false, false, false, true, true),
  policy_overrides: permission(bool, 'Whether its members may override policies.', false, false, false, false, true, true),
};

export const teamProjectAccess = resource('team_project_access', {
  service: 'workspaces',
  doc: 'What the members of a team may do with one project and its workspaces.',
  type: 'team-projects',
  naturalKey: ['project_id', 'team_id'],
  imports: ['{id}', '{project_id}/{team_id}'],
  stateMoves: [moveFromTfe('tfe_team_project_access', { id: 'id', team_id: 'team_id', project_id: 'project_id' })],

  endpoints: {
    create: 'POST /team-projects',
    list: 'GET /team-projects?filter[project][id]={project_id}',
    read: 'GET /team-projects/{id}',
    update: 'PATCH /team-projects/{id}',
    delete: 'DELETE /team-projects/{id}',
  },

  attributes: {
    id: computed(string, 'The ID of the access.'),
    team_id: required(id('team'), 'The team.', { immutable: true, references: 'team', at: toOneRelationship('team', 'teams') }),
    project_id: required(id('prj'), 'The project.', {
      immutable: true,
      references: 'project',
      at: toOneRelationship('project', 'projects'),
    }),
    access: accessLevel,
    project_access: optional(object(projectPermissions), 'What its members may do with the project.', { default: serviceDefault }),
    workspace_access: optional(object(workspacePermissions), 'What its members may do with the workspaces of the project.', {
      default: serviceDefault,
    }),
  },
  constraints: [
    ...Object.entries(projectPermissions).map(([name, one]) => levelDecides(`project_access.${name}`, one)),
    ...Object.entries(workspacePermissions).map(([name, one]) => levelDecides(`workspace_access.${name}`, one)),
  ],
});
