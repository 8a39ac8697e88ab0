import { computed, conflictsWith, id, required, resource, toOneRelationship } from '../../declare/index.ts';
import { moveFromTfe } from '../state-moves.ts';
import { commonVariableAttributes, variableNotes } from './variable-attributes.ts';

export const variableSetVariable = resource('variable_set_variable', {
  service: 'workspaces',
  doc: 'One variable of a variable set.',
  type: 'vars',
  naturalKey: ['variable_set_id', 'category', 'key'],
  imports: ['{variable_set_id}/{id}', '{organization}/{variable_set_id}/{category}/{key}'],
  stateMoves: [moveFromTfe('tfe_variable', { id: 'id', variable_set_id: 'variable_set_id', key: 'key' })],

  endpoints: {
    create: 'POST /varsets/{variable_set_id}/relationships/vars',
    list: 'GET /varsets/{variable_set_id}/relationships/vars',
    update: 'PATCH /varsets/{variable_set_id}/relationships/vars/{id}',
    delete: 'DELETE /varsets/{variable_set_id}/relationships/vars/{id}',
  },

  attributes: {
    id: computed(id('var'), 'The ID of the variable.'),
    variable_set_id: required(id('varset'), 'The set that holds it.', {
      pathParameter: true,
      references: 'variable_set',
      at: toOneRelationship('varset', 'varsets'),
    }),
    ...commonVariableAttributes,
  },

  constraints: [conflictsWith('value', 'value_wo')],
  requiredOnCreate: [['value', 'value_wo']],

  notes: variableNotes,
});
