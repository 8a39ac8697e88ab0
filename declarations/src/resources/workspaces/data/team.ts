import {
  bool,
  computed,
  exactlyOneOf,
  id,
  identifierLinkage,
  int,
  lookupDataSource,
  mapOf,
  optional,
  setOf,
  string,
  toManyRelationship,
} from '../../../declare/index.ts';
import { teamResource } from '../team.ts';
import { organizationFilter } from './organization.ts';

const related = (prefix: string, type: string, doc: string) =>
  computed(setOf(id(prefix)), doc, { at: toManyRelationship(type, identifierLinkage(type)) });

export const teamLookup = lookupDataSource('team', {
  service: 'workspaces',
  doc: 'One team, by its ID or by its name.',
  requests: ['GET /teams/{id}', 'GET /organizations/{organization}/teams'],
  by: {
    id: optional(id('team'), 'The ID of the team.'),
    organization: organizationFilter,
    name: optional(string, 'The name of the team.'),
  },
  of: {
    ...teamResource.attributes,
    description: computed(string, 'What it is for.'),
    non_service_users_count: computed(int, 'How many of its members are people.'),
    user_ids: related('user', 'users', 'Its members.'),
    organization_membership_ids: related(
      'ou',
      'organization-memberships',
      'The memberships of its members in the organization, invitations among them.',
    ),
    permissions: computed(mapOf(bool), 'What this token may do with it: `can-update-membership`, `can-destroy` …'),
  },
  matchBy: ['name'],
  constraints: [exactlyOneOf('id', 'name')],
});
