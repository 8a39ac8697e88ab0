import { isOwner, requireOwner } from '../../access/organization-owners.ts';
import { findMembership, hasOrganizationRight, requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import type { OrganizationRight, RequestContext } from '../../http/route.ts';
import type { NounAccess, NounParent } from './noun-parent.ts';

/** `member`: every member of the organization. `owner`: its owners. */
export type RightInOrganization = OrganizationRight | 'member' | 'owner';

const hasRight = (ctx: RequestContext, organization: string, right: RightInOrganization): boolean => {
  const member = findMembership(ctx, organization);
  if (!member) return false;
  if (right === 'member') return true;
  return right === 'owner' ? isOwner(ctx, organization) : hasOrganizationRight(ctx, organization, right);
};

/** Children of an organization: their scope is its name. */
export const underOrganization = (rights: { readonly [access in NounAccess]: RightInOrganization }): NounParent => ({
  path: '/organizations/{organization_name}',
  type: 'organizations',
  // Names of organizations have no pattern that identifies them: this parent is last if a noun has several.
  ownsScope: () => true,
  scopeOf: (ctx) => ctx.params['organization_name']!,
  requireScope: async (ctx, access) => {
    const { name } = (await requireOrganization(ctx)).body;
    const right = rights[access];
    if (right === 'owner') requireOwner(ctx, name);
    if (right !== 'owner' && right !== 'member') requireOrganizationRight(ctx, name, right);
    return { scope: name, organization: name };
  },
  filterPermitted: async (ctx, records, access) => records.filter(({ scope }) => hasRight(ctx, scope, rights[access])),
});
