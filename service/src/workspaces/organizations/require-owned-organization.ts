import { requireOwner } from '../../access/organization-owners.ts';
import { requireOrganization } from '../../access/permissions.ts';
import type { Organization } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';

/** The organization of the path, 404 unless the caller is one of its owners. */
export const requireOwnedOrganization = async (ctx: RequestContext): Promise<StoredRecord<Organization>> => {
  const organization = await requireOrganization(ctx);
  requireOwner(ctx, organization.body.name);
  return organization;
};
