import { atMostOneOf, id, listDataSource, optional, query, string } from '../../../declare/index.ts';
import { organizationFilter } from './organization.ts';
import { variableSetAttributes } from './variable-set-attributes.ts';

export const variableSets = listDataSource('variable_sets', {
  service: 'workspaces',
  doc:
    'The variable sets of an organization, or those that reach a project or a workspace: ' +
    "global ones and those of the workspace's project included.",
  requests: ['GET /workspaces/{workspace_id}/varsets', 'GET /projects/{project_id}/varsets', 'GET /organizations/{organization}/varsets'],
  items: 'variable_sets',
  of: variableSetAttributes,
  filters: {
    organization: organizationFilter,
    project_id: optional(id('prj'), 'Only those that reach this project.'),
    workspace_id: optional(id('ws'), 'Only those that reach this workspace.'),
    name: optional(string, 'Only those whose name contains this.', { at: query('q') }),
  },
  constraints: [atMostOneOf('project_id', 'workspace_id')],
});
