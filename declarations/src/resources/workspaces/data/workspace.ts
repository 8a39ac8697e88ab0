import { exactlyOneOf, id, lookupDataSource, optional, string } from '../../../declare/index.ts';
import { organizationFilter } from './organization.ts';
import { workspaceAttributes } from './workspace-attributes.ts';

export const workspaceLookup = lookupDataSource('workspace', {
  service: 'workspaces',
  doc: 'One workspace, by its ID or by its name.',
  requests: ['GET /workspaces/{id}', 'GET /organizations/{organization}/workspaces/{name}'],
  by: {
    id: optional(id('ws'), 'The ID of the workspace.'),
    organization: organizationFilter,
    name: optional(string, 'The name of the workspace.'),
  },
  of: workspaceAttributes,
  constraints: [exactlyOneOf('id', 'name')],
});
