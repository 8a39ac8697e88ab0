import { isOwner } from '../../access/organization-owners.ts';
import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';

/** Policies apply to everybody in an organization, so only its owners change them. */
export const requirePolicyAdmin = (ctx: RequestContext, organization: StoredRecord<CiOrganization>): void => {
  if (!isOwner(ctx, organization.key)) throw forbidden('only owners of the organization change policies and policy settings');
};
