import { computed, exactlyOneOf, id, lookupDataSource, optional, string } from '../../../declare/index.ts';
import { tagMap } from '../tags.ts';
import { organizationFilter } from './organization.ts';
import { projectAttributes } from './project-attributes.ts';

export const projectLookup = lookupDataSource('project', {
  service: 'workspaces',
  doc: 'One project, by its ID or by its name.',
  requests: ['GET /projects/{id}', 'GET /organizations/{organization}/projects'],
  by: {
    id: optional(id('prj'), 'The ID of the project.'),
    organization: organizationFilter,
    name: optional(string, 'The name of the project.'),
  },
  of: { ...projectAttributes, tags: computed(tagMap, 'Its key-value tags, which its workspaces inherit.') },
  fromResource: { resource: 'project', attributes: ['tags'] },
  matchBy: ['name'],
  constraints: [exactlyOneOf('id', 'name')],
});
