import { exactlyOne, id, lookup, optional, string } from '../../../declare/index.ts';
import { inOrganization } from './organization.ts';
import { shownWorkspace } from './workspace-attributes.ts';

export const workspaceLookup = lookup('workspace', {
  service: 'workspaces',
  doc: 'One workspace, by its ID or by its name.',
  rows: ['GET /workspaces/{id}', 'GET /organizations/{organization}/workspaces/{name}'],
  by: {
    id: optional(id('ws'), 'The ID of the workspace.'),
    organization: inOrganization,
    name: optional(string, 'The name of the workspace.'),
  },
  of: shownWorkspace,
  constraints: [exactlyOne('id', 'name')],
});
