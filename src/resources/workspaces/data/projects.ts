import { listDataSource, optional, query, string } from '../../../declare/index.ts';
import { project } from '../project.ts';
import { organizationFilter } from './organization.ts';

const { tags: _, ignore_additional_tags: __, ...shown } = project.attributes;

export const projects = listDataSource('projects', {
  service: 'workspaces',
  doc: 'The projects of an organization.',
  requests: ['GET /organizations/{organization}/projects'],
  items: 'projects',
  of: shown,
  filters: { organization: organizationFilter, name: optional(string, 'Only those whose name contains this.', { at: query('q') }) },
});
