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
  when,
} from '../../declare/index.ts';
import { accessLevel, fixedLevels } from './access-levels.ts';
import { moveFromTfe } from '../state-moves.ts';

const permission = <const W extends readonly string[]>(doc: string, ...words: W) =>
  optional(oneOf(...words), doc, { default: serviceDefault, changesWith: '*' });
const allowed = (doc: string) => optional(bool, doc, { default: serviceDefault, changesWith: '*' });

const projectAccess = object({
  settings: permission('What its members may do with the settings of the project.', 'read', 'update', 'delete'),
  teams: permission('What its members may do with the teams of the project.', 'none', 'read', 'manage'),
  variable_sets: permission('What its members may do with variable sets of the project.', 'none', 'read', 'write'),
});
const workspaceAccess = object({
  create: allowed('Whether its members may create workspaces.'),
  move: allowed('Whether its members may move workspaces.'),
  delete: allowed('Whether its members may delete workspaces.'),
  locking: allowed('Whether its members may lock workspaces.'),
  runs: permission('What its members may do with runs.', 'read', 'plan', 'apply'),
  variables: permission('What its members may do with variables.', 'none', 'read', 'write'),
  state_versions: permission('What its members may do with states.', 'none', 'read-outputs', 'read', 'write'),
  sentinel_mocks: permission('Whether its members may download mock data of policies.', 'none', 'read'),
  run_tasks: allowed('Whether its members may manage run tasks.'),
  policy_overrides: allowed('Whether its members may override policies.'),
});

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
    project_access: optional(projectAccess, 'What its members may do with the project.', {
      default: serviceDefault,
      changesWith: ['access'],
    }),
    workspace_access: optional(workspaceAccess, 'What its members may do with the workspaces of the project.', {
      default: serviceDefault,
      changesWith: ['access'],
    }),
  },
  constraints: ['project_access', 'workspace_access'].map((name) =>
    when('access', ...fixedLevels).forbids(name, 'its permissions are fixed'),
  ),
});
