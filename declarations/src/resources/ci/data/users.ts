import { computed, listDataSource, lookupDataSource, required, string, uuid } from '../../../declare/index.ts';
import * as shown from '../response-attributes.ts';
import { ciUsageExport } from '../usage-export.ts';

const { id: _, ...user } = shown.userAttributes;

export const ciMe = lookupDataSource('ci_me', {
  service: 'ci',
  doc: 'The user of the token.',
  requests: ['GET /me'],
  by: {},
  of: shown.userAttributes,
});
export const ciUser = lookupDataSource('ci_user', {
  service: 'ci',
  doc: 'One user.',
  requests: ['GET /user/{id}'],
  by: { id: required(uuid, 'The ID of the user.') },
  of: user,
});
export const ciCollaborations = listDataSource('ci_collaborations', {
  service: 'ci',
  doc: 'The organizations that the user of the token belongs to, or can work with.',
  requests: ['GET /me/collaborations'],
  items: 'collaborations',
  filters: {},
  of: {
    id: computed(uuid, 'The ID of the organization.'),
    name: computed(string, 'Its name.'),
    slug: computed(string, 'Its slug.'),
    vcs_type: computed(string, 'Where its code is kept.'),
    avatar_url: computed(string, 'A picture.'),
  },
});

const { start, end, state, download_urls, error_reason } = ciUsageExport.attributes;
export const ciUsageExportLookup = lookupDataSource('ci_usage_export', {
  service: 'ci',
  doc: 'Where a usage export stands.',
  requests: ['GET /organizations/{organization_id}/usage_export_job/{id}'],
  by: { organization_id: required(uuid, 'The organization, by its ID.'), id: required(uuid, 'The ID of the export.') },
  of: { start, end, state, download_urls, error_reason },
});
