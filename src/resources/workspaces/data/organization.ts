import { optional } from '../../../declare/index.ts';
import { organizationName } from '../organization.ts';

/** The organization a list is asked of. */
export const inOrganization = optional(organizationName, 'The organization to look in; the one of the provider\'s `workspaces` section unless set.', { inherits: 'organization' });
