import { exactlyOne, id, lookup, optional, string } from '../../../declare/index.ts';
import { variableSet } from '../variable-set.ts';
import { inOrganization } from './organization.ts';

export const variableSetLookup = lookup('variable_set', {
  service: 'workspaces',
  doc: 'One variable set, by its ID or by its name.',
  rows: ['GET /varsets/{id}', 'GET /organizations/{organization}/varsets'],
  by: {
    id: optional(id('varset'), 'The ID of the set.'),
    organization: inOrganization,
    name: optional(string, 'The name of the set.'),
  },
  of: variableSet.attributes,
  matching: ['name'],
  constraints: [exactlyOne('id', 'name')],
});
