import { listDataSource, optional, query, string } from '../../../declare/index.ts';
import { organizationFilter } from './organization.ts';
import { projectAttributes } from './project-attributes.ts';

export const projects = listDataSource('projects', {
  service: 'workspaces',
  doc: 'The projects of an organization.',
  requests: ['GET /organizations/{organization}/projects'],
  items: 'projects',
  of: projectAttributes,
  filters: { organization: organizationFilter, name: optional(string, 'Only those whose name contains this.', { at: query('q') }) },
});
