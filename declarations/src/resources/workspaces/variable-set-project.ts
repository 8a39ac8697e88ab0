import { attachment, id, identifierLinkage, required } from '../../declare/index.ts';
import { moveFromTfe } from '../state-moves.ts';

export const variableSetProject = attachment('variable_set_project', {
  service: 'workspaces',
  doc: 'A variable set applied to every workspace of one project, those to come included.',
  type: 'varsets',
  imports: ['{organization}/{variable_set_id}/{project_id}', '{variable_set_id}/{project_id}'],
  stateMoves: [moveFromTfe('tfe_project_variable_set', { variable_set_id: 'variable_set_id', project_id: 'project_id' })],
  pathAttribute: 'variable_set_id',
  bodyAttribute: 'project_id',
  item: identifierLinkage('projects'),
  relationship: 'projects',
  add: 'POST /varsets/{variable_set_id}/relationships/projects',
  remove: 'DELETE /varsets/{variable_set_id}/relationships/projects',
  list: 'GET /varsets/{variable_set_id}',
  attributes: {
    variable_set_id: required(id('varset'), 'The set that is applied.', { immutable: true, references: 'variable_set' }),
    project_id: required(id('prj'), 'The project that it is applied to.', { immutable: true, references: 'project' }),
  },
});
