import { bool, computed, id, oneOf, required, resource, string, toOneRelationship } from '../../declare/index.ts';
import { accessLevel, levelDecides, permission } from './access-levels.ts';
import { moveFromTfe } from '../state-moves.ts';

const permissions = {
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
  workspace_locking: permission(bool, 'Whether its members may lock the workspace.', false, false, false, true, true, true),
  run_tasks: permission(bool, 'Whether its members may manage its run tasks.', false, false, false, false, true, true),
  policy_overrides: permission(bool, 'Whether its members may override policies.', false, false, false, false, true, true),
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
  constraints: Object.entries(permissions).map(([name, permission]) => levelDecides(name, permission)),
});
