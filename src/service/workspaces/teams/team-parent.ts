import { isOwner } from '../../access/organization-owners.ts';
import { findMembership, hasOrganizationRight, requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import type { Team } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { NounParent } from '../../nouns/parents/noun-parent.ts';
import type { StoredRecord } from '../../store/store.ts';

/** The team of owners is known to all members; other teams are secret unless they say otherwise. */
export const readVisibility = ({ visibility, owners }: Team): 'secret' | 'organization' =>
  visibility ?? (owners ? 'organization' : 'secret');

const managingRights = ['manage-teams', 'manage-membership', 'manage-organization-access', 'access-secret-teams'] as const;

/** Whether the caller sees all teams of the organization, also those that are secret. */
const seesSecretTeams = (ctx: RequestContext, organization: string): boolean =>
  managingRights.some((right) => hasOrganizationRight(ctx, organization, right));

/** A secret team is seen by its members, and by who manages teams. */
const canRead = (ctx: RequestContext, { id, scope, body }: StoredRecord<Team>): boolean => {
  const member = findMembership(ctx, scope);
  if (!member) return false;
  return readVisibility(body) === 'organization' || member.teams.includes(id) || seesSecretTeams(ctx, scope);
};

/** Owners alone manage the team of owners. */
const canWrite = (ctx: RequestContext, { scope, body }: StoredRecord<Team>): boolean =>
  body.owners ? isOwner(ctx, scope) : hasOrganizationRight(ctx, scope, 'manage-teams');

/** The organization as the parent of teams. */
export const teamParent: NounParent = {
  path: '/organizations/{organization_name}',
  type: 'organizations',
  ownsScope: () => true,
  scopeOf: (ctx) => ctx.params['organization_name']!,
  requireScope: async (ctx, access) => {
    const { name } = (await requireOrganization(ctx)).body;
    if (access === 'write') requireOrganizationRight(ctx, name, 'manage-teams');
    return { scope: name, organization: name };
  },
  filterPermitted: async (ctx, records, access) =>
    records.filter((record) => (access === 'read' ? canRead : canWrite)(ctx, record as unknown as StoredRecord<Team>)),
  listVisible: async (ctx, scope) => {
    if (seesSecretTeams(ctx, scope)) return undefined;
    const { records } = await ctx.tx.list<Team>({ kind: 'teams', scope });
    return records.filter((record) => canRead(ctx, record)).map(({ id }) => id);
  },
};
