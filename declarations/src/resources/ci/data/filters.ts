import { bool, oneOf, optional, query, renamed, required, setOf, string, time, uuid } from '../../../declare/index.ts';
import { organizationSlugKind, organizationRef, projectSlugKind } from '../kinds.ts';

const projectSlugFilter = required(projectSlugKind, 'The project, as provider/organization/project.');
/** What data sources are asked by. */
export const byProjectSlug = { project_slug: projectSlugFilter };
export const byProjectId = { project_id: required(uuid, 'The ID of the project.') };
export const byPolicyOwner = {
  organization_id: required(uuid, 'The organization, by its ID.', { renamedFrom: renamed('owner_id') }),
  context: required(string, 'Which set of policies: `config`.'),
};
export const byOrganizationId = { organization_id: required(uuid, 'The organization, by its ID.', { at: query('org-id') }) };
export const byContextId = { context_id: required(uuid, 'The context.') };
export const ciOrganizationFilter = optional(
  organizationRef,
  "The organization, by its ID or its slug; the one of the provider's `ci` section unless set.",
  { inherits: 'organization' },
);
export const organizationBySlug = optional(
  organizationSlugKind,
  "The slug of the organization; the one of the provider's `ci` section unless set.",
  { inherits: 'organization' },
);

export const reportingWindow = optional(
  oneOf('last-24-hours', 'last-7-days', 'last-30-days', 'last-60-days', 'last-90-days'),
  'How far back; 90 days unless set.',
  { at: query('reporting-window') },
);
export const branchFilter = {
  branch: optional(string, 'Only this branch; the default branch unless set.', { at: query('branch') }),
};
export const branchOrAllFilter = {
  ...branchFilter,
  all_branches: optional(bool, 'Every branch, instead of `branch`.', { at: query('all-branches') }),
};
export const dateRange = {
  start_date: optional(time, 'From this moment on.', { at: query('start-date') }),
  end_date: optional(time, 'Up to this moment, at most 90 days later.', { at: query('end-date') }),
};
export const repeatedFilter = (doc: string, name: string) => optional(setOf(string), doc, { at: query(name, 'each') });
