import { notifyMemberRemoved } from '../../access/organization-listeners.ts';
import { isOwner } from '../../access/organization-owners.ts';
import { requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import type { Organization, Team, User } from '../../access/records.ts';
import { canSeeTeam, hasRightOnTeam, listTeamsWithinRights, seesSecretTeams } from '../../access/team-rights.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, conflict, forbidden, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { parseDocument, parseToMany, requireIds } from '../../json-api/parse-document.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { findMembershipOfPath, listMemberships, type OrganizationMembership } from './find-memberships.ts';
import { removeNotifiedUser, replaceInvitedUser } from '../notification-configurations/notified-users.ts';
import { renderInvitedUsers } from '../users/render-users.ts';
import { toInvitedUserId } from './invited-user-id.ts';
import { filterVisible, isInvited, membershipShape, renderMemberships } from './render-memberships.ts';
import type { StoredOrganizationMembership } from './stored.ts';

const renderMembership = async (ctx: RequestContext, membership: OrganizationMembership): Promise<ResourceObject> =>
  (await renderMemberships(ctx, [membership]))[0]!;

const renderList = async (ctx: RequestContext, memberships: readonly OrganizationMembership[]): Promise<RouteResponse> => {
  const page = parsePage(ctx);
  const shown = memberships.slice(page.offset, page.offset + page.size);
  return renderResourcePage(ctx, page, memberships.length, await renderMemberships(ctx, shown));
};

const requireUser = async (ctx: RequestContext): Promise<StoredRecord<User>> => {
  const user = ctx.caller.kind === 'user' ? await ctx.tx.get<User>('users', ctx.caller.id) : undefined;
  if (!user) throw forbidden('only a user is invited to an organization');
  return user;
};
const requireNewInvitation = (memberships: readonly OrganizationMembership[], invited: string): void => {
  const isKnown = ({ invited: present, user }: OrganizationMembership): boolean =>
    present.toLowerCase() === invited.toLowerCase() || (user !== undefined && isInvited({ invited }, user));
  if (memberships.some(isKnown)) throw conflict(`"${invited}" already belongs to the organization, or is invited`);
};

/** The teams that the invited user will join. Throws 422 for a team that the caller cannot see, or whose rights it does not have. */
const parseTeams = async (ctx: RequestContext, organization: string): Promise<readonly string[]> => {
  const entries = parseToMany(ctx, parseDocument(ctx, 'organization-memberships').relationships, 'teams', 'teams') ?? [];
  const ids = requireIds(entries);
  const teams = (await ctx.tx.getMany<Team>('teams', ids)).filter(({ scope }) => scope === organization);
  const within = await listTeamsWithinRights(
    ctx,
    teams.filter((team) => hasRightOnTeam(ctx, team, 'manage-membership')),
  );
  throwIfInvalid(
    entries
      .filter(({ id }) => !within.has(id!))
      .map(({ pointer }) => ({
        detail: 'this team was not found in this organization, or this token may not add members to it',
        pointer: `${pointer}/id`,
      })),
  );
  return ids;
};

const includeInvitedUser = async (ctx: RequestContext, data: ResourceObject): Promise<RouteResponse> => ({
  status: 201,
  body: { data, included: await renderInvitedUsers(ctx, [toInvitedUserId(data.id)]) },
});

/** Invites a user by email address or user name. The response does not reveal whether an account exists. */
const invite = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(ctx);
  requireOrganizationRight(ctx, organization.key, 'manage-membership');
  const { attributes } = parseDocument(ctx, 'organization-memberships');
  throwIfInvalid(validateTypes(attributes, { email: 'name!' }, true));
  const invited = attributes['email'] as string;
  if (ctx.dialect === 'hosted' && !invited.includes('@'))
    throw unprocessable('Email is invalid: expected an email address', '/data/attributes/email');
  requireNewInvitation(await listMemberships(ctx, organization), invited);
  const teams = await parseTeams(ctx, organization.key);
  const createdAt = ctx.clock.now().toISOString();
  const id = ctx.newId('ou');
  const record = await ctx.tx.insert<StoredOrganizationMembership>({
    id,
    kind: 'organization-memberships',
    scope: organization.key,
    key: invited.toLowerCase(),
    name: invited,
    body: { organization: organization.key, invited, user: null, createdAt },
  });
  for (const team of teams) await ctx.tx.link('team-invitations', team, id);
  const membership = { id, organization: organization.key, invited, createdAt, user: undefined, record };
  const document = await renderMembership(ctx, membership);
  // Clients read the placeholder user from the response without including it.
  return ctx.query.get('include') ? createdDocument(document) : includeInvitedUser(ctx, document);
};

/** Own memberships and invitations, of all organizations. */
const listOwn = async (ctx: RequestContext): Promise<RouteResponse> => {
  const user = await requireUser(ctx);
  const keys = [user.body.name, user.body.email].filter((name) => name !== '').map((name) => name.toLowerCase());
  const { records } = await ctx.tx.list<StoredOrganizationMembership>({ kind: 'organization-memberships', keys });
  const names = [...new Set([...ctx.caller.memberships.map((one) => one.organization), ...records.map(({ scope }) => scope)])];
  const listOwnIn = async (name: string): Promise<readonly OrganizationMembership[]> => {
    const organization = await ctx.tx.getByKey<Organization>('organizations', '', name);
    const all = organization ? await listMemberships(ctx, organization) : [];
    return all.filter((one) => (one.user ? one.user.id === user.id : isInvited(one, user)));
  };
  return renderList(ctx, (await Promise.all(names.map(listOwnIn))).flat());
};

/** The membership of the path, if it is the caller's own, or the caller manages those of the organization. */
const requireMembership = async (ctx: RequestContext): Promise<OrganizationMembership> => {
  const what = `the organization membership ${ctx.params['organization_membership_id']}`;
  const membership = await findMembershipOfPath(ctx, what);
  if ((await filterVisible(ctx, [membership])).length === 0) throw notFound(what);
  return membership;
};

const accept = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const membership = await requireMembership(ctx);
  const user = await requireUser(ctx);
  if (membership.user) throw conflict('this invitation was already accepted');
  if (!isInvited(membership, user)) throw notFound(`the organization membership ${membership.id}`);
  const organization = (await ctx.tx.getByKey<Organization>('organizations', '', membership.organization))!;
  await ctx.tx.link('organization-members', organization.id, user.id);
  for (const { from } of await ctx.tx.listLinks('team-invitations', { to: membership.id })) {
    await ctx.tx.unlink('team-invitations', from, membership.id);
    await ctx.tx.link('team-members', from, user.id);
  }
  await replaceInvitedUser(ctx.tx, membership.organization, toInvitedUserId(membership.id), user.id);
  const record = membership.record!;
  await ctx.tx.update<StoredOrganizationMembership>(record, { body: { ...record.body, user: user.id } });
  return okDocument(await renderMembership(ctx, { ...membership, user }));
};

/** Throws 404 if the user is, or will be, in a team that the caller cannot see: removing them would change that team. */
const requireSeenTeams = async (ctx: RequestContext, { id, user, organization }: OrganizationMembership): Promise<void> => {
  if (seesSecretTeams(ctx, organization)) return;
  const links = user ? await ctx.tx.listLinks('team-members', { to: user.id }) : await ctx.tx.listLinks('team-invitations', { to: id });
  const teams = await ctx.tx.getMany<Team>(
    'teams',
    links.map(({ from }) => from),
  );
  if (teams.some((team) => team.scope === organization && !canSeeTeam(ctx, team))) throw notFound(`the organization membership ${id}`);
};

/** Withdraws an invitation, or takes a user out of the organization and its teams; the last owner stays. */
const remove = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const membership = await requireMembership(ctx);
  await requireSeenTeams(ctx, membership);
  const { id, organization: name, user, record } = membership;
  if (record) await ctx.tx.delete('organization-memberships', record.id);
  await removeNotifiedUser(ctx.tx, name, user?.id ?? toInvitedUserId(id));
  if (!user) return noContent;
  const organization = (await ctx.tx.getByKey<Organization>('organizations', '', name))!;
  const owners = (await ctx.tx.list<{ readonly owners: boolean }>({ kind: 'teams', scope: name })).records.find(({ body }) => body.owners)!;
  const ownerIds = (await ctx.tx.listLinks('team-members', { from: owners.id })).map((link) => link.to);
  if (ownerIds.includes(user.id)) {
    if (user.id !== ctx.caller.id && !isOwner(ctx, name)) throw notFound(`the organization membership ${id}`);
    if (ownerIds.length === 1) throw conflict('an organization keeps at least one owner: add another owner first');
  }
  for (const team of (await ctx.tx.list({ kind: 'teams', scope: name })).records) await ctx.tx.unlink('team-members', team.id, user.id);
  await ctx.tx.unlink('organization-members', organization.id, user.id);
  await notifyMemberRemoved(ctx.tx, ctx, name, user.id);
  return noContent;
};

/** The memberships that match `q`, `filter[status]` and `filter[email]`. Throws 400. */
const filterMemberships = (ctx: RequestContext, memberships: readonly OrganizationMembership[]): readonly OrganizationMembership[] => {
  const [q, status, emails] = ['q', 'filter[status]', 'filter[email]'].map((name) => ctx.query.get(name)?.toLowerCase() || undefined);
  if (status !== undefined && !['active', 'invited', 'inactive'].includes(status))
    throw badRequest('expected active, invited or inactive', 'filter[status]');
  const wanted = emails?.split(',');
  return memberships.filter((one) => {
    const names = [one.invited, one.user?.body.name ?? '', one.user?.body.email ?? ''].map((name) => name.toLowerCase());
    if (q !== undefined && !names.some((name) => name.includes(q))) return false;
    if (status !== undefined && status !== (one.user ? 'active' : 'invited')) return false;
    return wanted === undefined || names.some((name) => name !== '' && wanted.includes(name));
  });
};

const path = '/organization-memberships/{organization_membership_id}';
const changesIdentity = { changesIdentity: true } as const;
const one = describeResponseDocument(membershipShape);
const include = { include: includeParameter };
const invitation: DocumentShape = {
  type: 'organization-memberships',
  attributes: { email: { type: 'string', minLength: 1, maxLength: 255 } },
  required: ['email'],
  relationships: { teams: { to: 'teams', many: true } },
};
const filters = {
  ...listParameters,
  q: textParameter('A part of the name or the address.'),
  'filter[status]': { doc: 'Only those with this status.', schema: { enum: ['active', 'invited', 'inactive'] } },
  'filter[email]': textParameter('Only those with these addresses, separated by commas.'),
};

/** Routes of memberships. Users are not added directly: they are invited, and accept. */
export const routes = [
  route('POST /organizations/{organization_name}/organization-memberships', invite, {
    description: {
      summary: 'Invites a user by email address or user name.',
      query: include,
      request: describeRequestDocument(invitation),
      responses: { 201: one },
    },
  }),
  route(
    'GET /organizations/{organization_name}/organization-memberships',
    async (ctx) => {
      const organization = await requireOrganization(ctx);
      requireOrganizationRight(ctx, organization.key, 'manage-membership');
      return renderList(ctx, filterMemberships(ctx, await listMemberships(ctx, organization)));
    },
    {
      description: {
        summary: 'Lists memberships and invitations.',
        query: filters,
        responses: { 200: describeResponseList(membershipShape) },
      },
    },
  ),
  route('GET /organization-memberships', listOwn, {
    description: {
      summary: 'Lists your own memberships and invitations.',
      query: listParameters,
      responses: { 200: describeResponseList(membershipShape) },
    },
  }),
  route(`GET ${path}`, async (ctx) => okDocument(await renderMembership(ctx, await requireMembership(ctx))), {
    description: { summary: 'A membership or an invitation.', query: include, responses: { 200: one } },
  }),
  route(`POST ${path}/actions/accept`, accept, {
    ...changesIdentity,
    plainJson: true,
    description: { summary: 'Accepts an invitation.', query: include, responses: { 200: one } },
  }),
  route(`DELETE ${path}`, remove, {
    ...changesIdentity,
    description: { summary: 'Withdraws an invitation, or takes a user out of the organization.', responses: { 204: null } },
  }),
];
