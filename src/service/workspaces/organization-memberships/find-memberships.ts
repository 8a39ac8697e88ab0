import type { Organization, User } from '../../access/records.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredOrganizationMembership } from './stored.ts';

/** A membership or an invitation, whether it has a record or follows from a link. */
export interface OrganizationMembership {
  readonly id: string;
  readonly organization: string;
  readonly invited: string;
  readonly user: StoredRecord<User> | undefined;
  readonly record: StoredRecord<StoredOrganizationMembership> | undefined;
}

const toLinkId = (organization: string, user: string): string => `ou-${organization.slice('org-'.length)}.${user.slice('user-'.length)}`;

const fromRecord = async (ctx: RequestContext, record: StoredRecord<StoredOrganizationMembership>): Promise<OrganizationMembership> => {
  const { organization, invited, user } = record.body;
  return { id: record.id, organization, invited, user: user === null ? undefined : await ctx.tx.get<User>('users', user), record };
};

const fromLink = (organization: StoredRecord<Organization>, user: StoredRecord<User>): OrganizationMembership => ({
  id: toLinkId(organization.id, user.id),
  organization: organization.key,
  invited: user.body.email === '' ? user.body.name : user.body.email,
  user,
  record: undefined,
});

/** Memberships and invitations of an organization. */
export const listMemberships = async (
  ctx: RequestContext,
  organization: StoredRecord<Organization>,
): Promise<readonly OrganizationMembership[]> => {
  const filter = { kind: 'organization-memberships', scope: organization.key };
  const { records } = await ctx.tx.list<StoredOrganizationMembership>(filter);
  const recorded = await Promise.all(records.map((record) => fromRecord(ctx, record)));
  const members = (await ctx.tx.listLinks('organization-members', { from: organization.id })).map((link) => link.to);
  const linked = members.filter((id) => !records.some(({ body }) => body.user === id));
  return [...(await ctx.tx.getMany<User>('users', linked)).map((user) => fromLink(organization, user)), ...recorded];
};

/** The membership of the path; 404 where there is none. Whoever uses this checks who may see it, with the same `what`. */
export const findMembershipOfPath = async (ctx: RequestContext, what: string): Promise<OrganizationMembership> => {
  const id = ctx.params['organization_membership_id']!;
  const record = await ctx.tx.get<StoredOrganizationMembership>('organization-memberships', id);
  if (record) return fromRecord(ctx, record);
  const [, organizationId, userId] = /^ou-([^.]+)\.([^.]+)$/.exec(id) ?? [];
  const organization = await ctx.tx.get<Organization>('organizations', `org-${organizationId}`);
  const user = await ctx.tx.get<User>('users', `user-${userId}`);
  const found = organization && user && (await listMemberships(ctx, organization)).find((one) => one.id === id);
  if (!found) throw notFound(what);
  return found;
};
