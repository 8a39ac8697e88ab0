import { attachment, id, ref, required } from '../../declare/index.ts';
import { fromTfe } from './moves.ts';

export const variableSetProject = attachment('variable_set_project', {
  service: 'workspaces',
  doc: 'A variable set applied to every workspace of one project, those to come included.',
  type: 'varsets',
  imports: ['{organization}/{variable_set_id}/{project_id}', '{variable_set_id}/{project_id}'],
  movesFrom: [fromTfe('tfe_project_variable_set', { variable_set_id: 'variable_set_id', project_id: 'project_id' })],
  left: 'variable_set_id', right: 'project_id', item: ref('projects'), within: 'projects',
  add: 'POST /varsets/{variable_set_id}/relationships/projects',
  remove: 'DELETE /varsets/{variable_set_id}/relationships/projects',
  among: 'GET /varsets/{variable_set_id}',
  attributes: {
    variable_set_id: required(id('varset'), 'The set that is applied.', { immutable: true, refers: 'variable_set' }),
    project_id: required(id('prj'), 'The project that it is applied to.', { immutable: true, refers: 'project' }),
  },
});
