import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationAdmin } from '../organizations/require-organization.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';

/** Policies bind everybody in an organization, so only its owners say what they are. */
export const requirePolicyAdmin = (asking: RequestContext, organization: StoredRecord<CiOrganization>): void => {
  if (!isOrganizationAdmin(asking, organization))
    throw forbidden('policies and their settings are changed by owners of the organization only');
};
