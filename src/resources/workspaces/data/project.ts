import { exactlyOneOf, id, lookupDataSource, optional, string } from '../../../declare/index.ts';
import { project } from '../project.ts';
import { organizationFilter } from './organization.ts';

const { tags: _, ignore_additional_tags: __, ...shown } = project.attributes;

export const projectLookup = lookupDataSource('project', {
  service: 'workspaces',
  doc: 'One project, by its ID or by its name.',
  requests: ['GET /projects/{id}', 'GET /organizations/{organization}/projects'],
  by: {
    id: optional(id('prj'), 'The ID of the project.'),
    organization: organizationFilter,
    name: optional(string, 'The name of the project.'),
  },
  of: shown,
  matchBy: ['name'],
  constraints: [exactlyOneOf('id', 'name')],
});
