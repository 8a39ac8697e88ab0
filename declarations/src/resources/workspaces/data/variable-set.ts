import { exactlyOneOf, id, lookupDataSource, optional, string } from '../../../declare/index.ts';
import { organizationFilter } from './organization.ts';
import { variableSetAttributes } from './variable-set-attributes.ts';

export const variableSetLookup = lookupDataSource('variable_set', {
  service: 'workspaces',
  doc: 'One variable set, by its ID or by its name.',
  requests: ['GET /varsets/{id}', 'GET /organizations/{organization}/varsets'],
  by: {
    id: optional(id('varset'), 'The ID of the set.'),
    organization: organizationFilter,
    name: optional(string, 'The name of the set.'),
  },
  of: variableSetAttributes,
  matchBy: ['name'],
  constraints: [exactlyOneOf('id', 'name')],
});
