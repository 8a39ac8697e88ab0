import { optional } from '../../../declare/index.ts';
import { organizationNameKind } from '../organization.ts';

/** The organization a list is asked of. */
export const organizationFilter = optional(
  organizationNameKind,
  "The organization to look in; the one of the provider's `workspaces` section unless set.",
  { inherits: 'organization' },
);
