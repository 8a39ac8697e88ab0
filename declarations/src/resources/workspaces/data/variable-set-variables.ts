import { id, listDataSource, required } from '../../../declare/index.ts';
import { variableSetVariable } from '../variable-set-variable.ts';

const { value_wo: _, value_wo_version: __, variable_set_id: ___, readable_value: ____, ...shown } = variableSetVariable.attributes;

export const variableSetVariables = listDataSource('variable_set_variables', {
  service: 'workspaces',
  doc: 'The variables of one variable set. The value of a sensitive one is null.',
  requests: ['GET /varsets/{variable_set_id}/relationships/vars'],
  items: 'variables',
  of: shown,
  filters: { variable_set_id: required(id('varset'), 'The set.') },
});
