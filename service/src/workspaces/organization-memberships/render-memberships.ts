import { booleanValue, nullableString, stringValue } from '../../http/body-schemas.ts';
import type { RequestContext } from '../../http/route.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Team, User } from '../../access/records.ts';
import { canSeeTeam } from '../../access/team-rights.ts';
import type { DocumentShape } from '../../json-api/describe-document.ts';
import { findMembershipsById, type OrganizationMembership } from './find-memberships.ts';
import { toInvitedUserId } from './invited-user-id.ts';

export const membershipShape: DocumentShape = {
  type: 'organization-memberships',
  attributes: {
    status: { type: 'string', enum: ['active', 'invited', 'inactive'] },
    email: stringValue,
    username: nullableString,
    'created-at': stringValue,
    'updated-at': stringValue,
    'is-org-two-factor-required': booleanValue,
  },
  required: ['status', 'email', 'username', 'created-at', 'is-org-two-factor-required'],
  relationships: {
    organization: { to: 'organizations' },
    user: { to: 'users' },
    teams: { to: 'teams', many: true },
    'scim-identity': { to: 'scim-identities' },
  },
};

/** IDs of teams by membership: those of its user, or those that the invited user will join; only teams that the caller can see. */
const loadTeams = async (
  ctx: RequestContext,
  memberships: readonly OrganizationMembership[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const users = [...new Set(memberships.flatMap(({ user }) => user?.id ?? []))];
  const invitations = memberships.filter(({ user }) => !user).map(({ id }) => id);
  const [ofUsers, ofInvitations] = await Promise.all([
    users.length > 0 ? ctx.tx.listLinks('team-members', { to: users }) : [],
    invitations.length > 0 ? ctx.tx.listLinks('team-invitations', { to: invitations }) : [],
  ]);
  const links = [...ofUsers, ...ofInvitations];
  const found = await ctx.tx.getMany<Team>('teams', [...new Set(links.map(({ from }) => from))]);
  const teams = new Map(found.filter((team) => canSeeTeam(ctx, team)).map((team) => [team.id, team.scope]));
  return new Map(
    memberships.map(({ id, user, organization }) => [
      id,
      links.filter(({ from, to }) => to === (user?.id ?? id) && teams.get(from) === organization).map(({ from }) => from),
    ]),
  );
};

export const renderMemberships = async (
  ctx: RequestContext,
  memberships: readonly OrganizationMembership[],
): Promise<readonly ResourceObject[]> => {
  const teams = await loadTeams(ctx, memberships);
  return memberships.map(({ id, organization, invited, user, createdAt }) => ({
    id,
    type: 'organization-memberships',
    attributes: {
      status: user ? 'active' : 'invited',
      email: invited,
      username: user?.body.name ?? null,
      'created-at': createdAt,
      'updated-at': createdAt,
      'is-org-two-factor-required': false,
    },
    relationships: {
      organization: renderToOne('organizations', organization),
      user: renderToOne('users', user?.id ?? toInvitedUserId(id)),
      teams: renderToMany('teams', teams.get(id)!),
      'scim-identity': renderToOne('scim-identities', null),
    },
    links: { self: `/api/v2/organization-memberships/${id}` },
  }));
};

/** Whether an invitation names this user. */
export const isInvited = ({ invited }: Pick<OrganizationMembership, 'invited'>, { body }: StoredRecord<User>): boolean =>
  [body.name, body.email].some((name) => name !== '' && name.toLowerCase() === invited.toLowerCase());

/** The memberships that the caller can see: its own, and those of organizations whose members it manages. */
export const filterVisible = async (
  ctx: RequestContext,
  memberships: readonly OrganizationMembership[],
): Promise<readonly OrganizationMembership[]> => {
  const self = ctx.caller.kind === 'user' ? await ctx.tx.get<User>('users', ctx.caller.id) : undefined;
  return memberships.filter((one) => {
    if (hasOrganizationRight(ctx, one.organization, 'manage-membership')) return true;
    return self !== undefined && (one.user ? one.user.id === self.id : isInvited(one, self));
  });
};

/** Documents of memberships, for `include`. */
export const loadMembershipDocuments = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> =>
  renderMemberships(ctx, await filterVisible(ctx, await findMembershipsById(ctx, ids)));
