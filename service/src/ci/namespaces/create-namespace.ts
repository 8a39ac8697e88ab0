import { badRequest } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';

/** Namespaces exist with their organizations, under the same name: 400 for any other name. */
export const createNamespace = async (ctx: RequestContext, name: string, organizationId: string): Promise<StoredRecord<CiOrganization>> => {
  const organization = await requireOrganizationById(ctx, organizationId, 'manage-runners');
  if (organization.body.name !== name)
    throw badRequest(`the namespace of this organization is "${organization.body.name}"; there is no other`);
  return organization;
};
