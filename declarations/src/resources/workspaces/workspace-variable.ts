import { computed, conflictsWith, id, required, resource, toOneRelationship } from '../../declare/index.ts';
import { moveFromTfe } from '../state-moves.ts';
import { commonVariableAttributes, variableNotes } from './variable-attributes.ts';

export const workspaceVariable = resource('workspace_variable', {
  service: 'workspaces',
  doc: 'One variable of a workspace. Those of variable sets are applied beside it.',
  type: 'vars',
  naturalKey: ['workspace_id', 'category', 'key'],
  imports: ['{workspace_id}/{id}', '{organization}/{workspace_id}/{category}/{key}'],
  stateMoves: [moveFromTfe('tfe_variable', { id: 'id', workspace_id: 'workspace_id', key: 'key' })],

  endpoints: {
    create: 'POST /workspaces/{workspace_id}/vars',
    list: 'GET /workspaces/{workspace_id}/vars',
    read: 'GET /workspaces/{workspace_id}/vars/{id}',
    update: 'PATCH /workspaces/{workspace_id}/vars/{id}',
    delete: 'DELETE /workspaces/{workspace_id}/vars/{id}',
  },

  attributes: {
    id: computed(id('var'), 'The ID of the variable.'),
    workspace_id: required(id('ws'), 'The workspace that has it.', {
      pathParameter: true,
      references: 'workspace',
      at: toOneRelationship('configurable', 'workspaces'),
    }),
    ...commonVariableAttributes,
  },

  constraints: [conflictsWith('value', 'value_wo')],
  requiredOnCreate: [['value', 'value_wo']],
  notes: variableNotes,
});
