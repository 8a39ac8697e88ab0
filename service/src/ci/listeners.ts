import { organizationListeners } from '../access/organization-listeners.ts';
import type { ServiceListener } from '../http/listeners.ts';
import { createCiOrganization } from './organizations/create-organization.ts';
import { deleteCiOrganization } from './organizations/delete-organization.ts';
import { renameCiOrganization } from './organizations/rename-organization.ts';
import { takeRolesOf } from './roles/give-role.ts';

/** The records of this API for each organization. */
export const ciListeners: readonly ServiceListener[] = [
  organizationListeners.listen({
    created: createCiOrganization,
    renamed: renameCiOrganization,
    deleted: deleteCiOrganization,
    memberRemoved: takeRolesOf,
  }),
];
