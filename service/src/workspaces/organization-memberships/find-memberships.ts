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
  readonly createdAt: string;
  readonly user: StoredRecord<User> | undefined;
  readonly record: StoredRecord<StoredOrganizationMembership> | undefined;
}
type MembershipRecord = StoredRecord<StoredOrganizationMembership>;

const toLinkId = (organization: string, user: string): string => `ou-${organization.slice('org-'.length)}.${user.slice('user-'.length)}`;

const fromRecords = async (ctx: RequestContext, records: readonly MembershipRecord[]): Promise<readonly OrganizationMembership[]> => {
  const accepted = [...new Set(records.flatMap(({ body }) => body.user ?? []))];
  const users = new Map((await ctx.tx.getMany<User>('users', accepted)).map((user) => [user.id, user]));
  return records.map((record) => {
    const { organization, invited, user, createdAt } = record.body;
    return { id: record.id, organization, invited, createdAt, user: user === null ? undefined : users.get(user), record };
  });
};

const fromLink = (organization: StoredRecord<Organization>, user: StoredRecord<User>): OrganizationMembership => ({
  id: toLinkId(organization.id, user.id),
  organization: organization.key,
  invited: user.body.email === '' ? user.body.name : user.body.email,
  createdAt: user.body.createdAt > organization.body.createdAt ? user.body.createdAt : organization.body.createdAt,
  user,
  record: undefined,
});

/** Memberships and invitations of an organization. */
export const listMemberships = async (
  ctx: RequestContext,
  organization: StoredRecord<Organization>,
): Promise<readonly OrganizationMembership[]> => {
  const [{ records }, members] = await Promise.all([
    ctx.tx.list<StoredOrganizationMembership>({ kind: 'organization-memberships', scope: organization.key }),
    ctx.tx.listLinks('organization-members', { from: organization.id }),
  ]);
  const accepted = new Set(records.map(({ body }) => body.user));
  const linked = members.map((link) => link.to).filter((id) => !accepted.has(id));
  const [users, recorded] = await Promise.all([ctx.tx.getMany<User>('users', linked), fromRecords(ctx, records)]);
  return [...users.map((user) => fromLink(organization, user)), ...recorded];
};

/** The membership in an organization of each of these members, by user: its ID. */
export const listMembershipIds = async (
  ctx: RequestContext,
  organization: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (users.length === 0) return new Map();
  const [home, { records }] = await Promise.all([
    ctx.tx.getByKey<Organization>('organizations', '', organization),
    ctx.tx.list<StoredOrganizationMembership>({
      kind: 'organization-memberships',
      scope: organization,
      body: [{ path: 'user', is: users }],
    }),
  ]);
  const recorded = new Map(records.map((record) => [record.body.user, record.id]));
  return new Map(users.map((user) => [user, recorded.get(user) ?? toLinkId(home!.id, user)]));
};

/** The memberships that exist, of these IDs. It does not check whether the caller can see them. */
export const findMembershipsById = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly OrganizationMembership[]> => {
  const recorded = await fromRecords(ctx, await ctx.tx.getMany<StoredOrganizationMembership>('organization-memberships', ids));
  const pairs = ids.flatMap((id) => {
    const [, organization, user] = /^ou-([^.]+)\.([^.]+)$/.exec(id) ?? [];
    return organization === undefined ? [] : [{ id, organization: `org-${organization}`, user: `user-${user}` }];
  });
  if (pairs.length === 0) return recorded;
  const organizations = await ctx.tx.getMany<Organization>('organizations', [...new Set(pairs.map((pair) => pair.organization))]);
  const users = await ctx.tx.getMany<User>('users', [...new Set(pairs.map((pair) => pair.user))]);
  const links = await ctx.tx.listLinks('organization-members', { from: organizations.map((organization) => organization.id) });
  const superseded = await ctx.tx.list<StoredOrganizationMembership>({
    kind: 'organization-memberships',
    scope: organizations.map(({ key }) => key),
    body: [{ path: 'user', is: users.map((user) => user.id) }],
  });
  const linked = pairs.flatMap((pair) => {
    const organization = organizations.find((one) => one.id === pair.organization);
    const user = users.find((one) => one.id === pair.user);
    if (!organization || !user || !links.some(({ from, to }) => from === organization.id && to === user.id)) return [];
    const hasRecord = superseded.records.some(({ scope, body }) => scope === organization.key && body.user === user.id);
    return hasRecord ? [] : [fromLink(organization, user)];
  });
  return [...recorded, ...linked];
};

/** The membership of the path; throws 404 if there is none. Callers must check who can see it, with the same `what`. */
export const findMembershipOfPath = async (ctx: RequestContext, what: string): Promise<OrganizationMembership> => {
  const [found] = await findMembershipsById(ctx, [ctx.params['organization_membership_id']!]);
  if (!found) throw notFound(what);
  return found;
};
