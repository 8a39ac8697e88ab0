import {
  bool,
  computed,
  id,
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
  optional(oneOf(...words), doc, { default: serviceDefault, changesWith: ['access'] });
const allowed = (doc: string) => optional(bool, doc, { default: serviceDefault, changesWith: ['access'] });

const permissions = {
  runs: permission('What its members may do with runs.', 'read', 'plan', 'apply'),
  variables: permission('What its members may do with variables.', 'none', 'read', 'write'),
  state_versions: permission('What its members may do with states.', 'none', 'read-outputs', 'read', 'write'),
  sentinel_mocks: permission('Whether its members may download mock data of policies.', 'none', 'read'),
  workspace_locking: allowed('Whether its members may lock the workspace.'),
  run_tasks: allowed('Whether its members may manage its run tasks.'),
  policy_overrides: allowed('Whether its members may override policies.'),
};

export const teamWorkspaceAccess = resource('team_workspace_access', {
  service: 'workspaces',
  doc: 'What the members of a team may do with one workspace.',
  type: 'team-workspaces',
  naturalKey: ['workspace_id', 'team_id'],
  imports: ['{id}', '{workspace_id}/{team_id}'],
  stateMoves: [moveFromTfe('tfe_team_access', { id: 'id', team_id: 'team_id', workspace_id: 'workspace_id' })],

  endpoints: {
    create: 'POST /team-workspaces',
    list: 'GET /team-workspaces?filter[workspace][id]={workspace_id}',
    read: 'GET /team-workspaces/{id}',
    update: 'PATCH /team-workspaces/{id}',
    delete: 'DELETE /team-workspaces/{id}',
  },

  attributes: {
    id: computed(string, 'The ID of the access.'),
    team_id: required(id('team'), 'The team.', { immutable: true, references: 'team', at: toOneRelationship('team', 'teams') }),
    workspace_id: required(id('ws'), 'The workspace.', {
      immutable: true,
      references: 'workspace',
      at: toOneRelationship('workspace', 'workspaces'),
    }),
    access: accessLevel,
    ...permissions,
  },
  constraints: Object.keys(permissions).map((name) => when('access', ...fixedLevels).forbids(name, 'its permissions are fixed')),
});
