import { badRequest } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { isOrganizationMember, requireOrganizationById } from '../organizations/require-organization.ts';
import { requireRight } from '../roles/require-right.ts';

/** Namespaces exist with their organizations, under the same name: 400 for any other name. */
export const createNamespace = async (ctx: RequestContext, name: string, organizationId: string): Promise<StoredRecord<CiOrganization>> => {
  const organization = await requireOrganizationById(ctx, organizationId, 'manage-runners');
  if (organization.body.name !== name)
    throw badRequest(`the namespace of this organization is "${organization.body.name}"; there is no other`);
  return organization;
};

/** The namespace for orbs of another registry: 400 unless the caller belongs to an organization of its name, 403 unless as an admin. */
export const importNamespace = async (ctx: RequestContext, name: string): Promise<StoredRecord<CiOrganization>> => {
  const organization = await ctx.tx.getByKey<CiOrganization>('ci-organizations', '', name);
  if (!organization || !isOrganizationMember(ctx, organization))
    throw badRequest(`a namespace is that of an organization of its name: first create the organization "${name.slice(0, 100)}"`);
  await requireRight(ctx, 'manage-runners', { organization });
  return organization;
};
