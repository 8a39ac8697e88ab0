import { id, listDataSource, mapOf, oneOf, optional, query, setOf, string } from '../../../declare/index.ts';
import { organizationFilter } from './organization.ts';
import { workspaceAttributes } from './workspace-attributes.ts';

export const workspaces = listDataSource('workspaces', {
  service: 'workspaces',
  doc: 'The workspaces of an organization that meet every filter.',
  requests: ['GET /organizations/{organization}/workspaces'],
  items: 'workspaces',
  of: workspaceAttributes,
  filters: {
    organization: organizationFilter,
    name: optional(string, 'Only those whose name is like this.', { at: query('search[name]') }),
    wildcard_name: optional(string, 'Only those whose name matches, with `*` before, after or on both sides.', {
      at: query('search[wildcard-name]'),
    }),
    tag_names: optional(setOf(string), 'Only those that have all of these flat tags.', { at: query('search[tags]', 'comma') }),
    exclude_tag_names: optional(setOf(string), 'Not those that have any of these flat tags.', {
      at: query('search[exclude-tags]', 'comma'),
    }),
    tags: optional(mapOf(string), 'Only those that have all of these key-value tags; an empty value means any.', {
      at: query('filter[tagged]', 'tagged'),
    }),
    project_id: optional(id('prj'), 'Only those of this project.', { at: query('filter[project][id]') }),
    current_run_status: optional(string, 'Only those whose current run has this status.', { at: query('filter[current-run][status]') }),
    sort: optional(
      oneOf('name', '-name', 'current-run.created-at', '-current-run.created-at', 'latest-change-at', '-latest-change-at'),
      'The order; a leading `-` reverses.',
      { at: query('sort') },
    ),
  },
});
