import { attachment, id, identifierLinkage, required } from '../../declare/index.ts';
import { moveFromTfe } from '../state-moves.ts';

export const variableSetWorkspace = attachment('variable_set_workspace', {
  service: 'workspaces',
  doc: 'A variable set applied to one workspace. Other applications of the set are left alone.',
  type: 'varsets',
  imports: ['{organization}/{variable_set_id}/{workspace_id}', '{variable_set_id}/{workspace_id}'],
  stateMoves: [moveFromTfe('tfe_workspace_variable_set', { variable_set_id: 'variable_set_id', workspace_id: 'workspace_id' })],
  pathAttribute: 'variable_set_id',
  bodyAttribute: 'workspace_id',
  item: identifierLinkage('workspaces'),
  relationship: 'workspaces',
  add: 'POST /varsets/{variable_set_id}/relationships/workspaces',
  remove: 'DELETE /varsets/{variable_set_id}/relationships/workspaces',
  list: 'GET /varsets/{variable_set_id}',
  attributes: {
    variable_set_id: required(id('varset'), 'The set that is applied.', { immutable: true, references: 'variable_set' }),
    workspace_id: required(id('ws'), 'The workspace that it is applied to.', { immutable: true, references: 'workspace' }),
  },
});
