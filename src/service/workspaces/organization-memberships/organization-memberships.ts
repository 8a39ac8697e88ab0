import { findMembership, hasOrganizationRight, requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import type { Organization, User } from '../../access/records.ts';
import { conflict, forbidden, notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { findMembershipOfPath, listMemberships, type OrganizationMembership } from './find-memberships.ts';
import type { StoredOrganizationMembership } from './stored.ts';

const renderMembership = ({ id, organization, invited, user }: OrganizationMembership): ResourceObject => ({
  id,
  type: 'organization-memberships',
  attributes: { status: user ? 'active' : 'invited', email: invited, username: user?.body.name ?? null },
  relationships: { organization: renderToOne('organizations', organization), user: renderToOne('users', user?.id ?? null) },
  links: { self: `/api/v2/organization-memberships/${id}` },
});

const renderList = (ctx: RequestContext, memberships: readonly OrganizationMembership[]): RouteResponse => {
  const page = parsePage(ctx);
  const shown = memberships.slice(page.offset, page.offset + page.size);
  return renderResourcePage(ctx, page, memberships.length, shown.map(renderMembership));
};

const requireUser = async (ctx: RequestContext): Promise<StoredRecord<User>> => {
  const user = ctx.caller.kind === 'user' ? await ctx.tx.get<User>('users', ctx.caller.id) : undefined;
  if (!user) throw forbidden('only a user is invited to an organization');
  return user;
};
const isInvited = ({ invited }: OrganizationMembership, { body }: StoredRecord<User>): boolean =>
  [body.name, body.email].some((name) => name !== '' && name.toLowerCase() === invited.toLowerCase());

/** Invites a user by email address or user name. The response does not tell whether there is one. */
const invite = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(ctx);
  requireOrganizationRight(ctx, organization.key, 'manage-membership');
  const { attributes } = parseDocument(ctx, 'organization-memberships');
  throwIfInvalid(validateTypes(attributes, { email: 'name!' }, true));
  const invited = attributes['email'] as string;
  const memberships = await listMemberships(ctx, organization);
  if (
    memberships.some((one) => one.invited.toLowerCase() === invited.toLowerCase() || (one.user && isInvited({ ...one, invited }, one.user)))
  )
    throw conflict(`"${invited}" already belongs to the organization, or is invited`);
  const body: StoredOrganizationMembership = {
    organization: organization.key,
    invited,
    user: null,
    createdAt: ctx.clock.now().toISOString(),
  };
  const [id, key] = [ctx.newId('ou'), invited.toLowerCase()];
  const record = await ctx.tx.insert<StoredOrganizationMembership>({
    id,
    kind: 'organization-memberships',
    scope: organization.key,
    key,
    name: invited,
    body,
  });
  return createdDocument(renderMembership({ id, organization: organization.key, invited, user: undefined, record }));
};

/** Own memberships and invitations, of all organizations. */
const listOwn = async (ctx: RequestContext): Promise<RouteResponse> => {
  const user = await requireUser(ctx);
  const keys = [user.body.name, user.body.email].filter((name) => name !== '').map((name) => name.toLowerCase());
  const { records } = await ctx.tx.list<StoredOrganizationMembership>({ kind: 'organization-memberships', keys });
  const names = [...new Set([...ctx.caller.memberships.map((one) => one.organization), ...records.map(({ scope }) => scope)])];
  const own: OrganizationMembership[] = [];
  for (const name of names) {
    const organization = await ctx.tx.getByKey<Organization>('organizations', '', name);
    const all = organization ? await listMemberships(ctx, organization) : [];
    own.push(...all.filter((one) => (one.user ? one.user.id === user.id : isInvited(one, user))));
  }
  return renderList(ctx, own);
};

/** The membership of the path, for whom it is, and for who manages those of the organization. */
const requireMembership = async (ctx: RequestContext): Promise<OrganizationMembership> => {
  const what = `the organization membership ${ctx.params['organization_membership_id']}`;
  const membership = await findMembershipOfPath(ctx, what);
  const user = ctx.caller.kind === 'user' ? await ctx.tx.get<User>('users', ctx.caller.id) : undefined;
  const isOwn = user && (membership.user ? membership.user.id === user.id : isInvited(membership, user));
  if (!isOwn && !hasOrganizationRight(ctx, membership.organization, 'manage-membership')) throw notFound(what);
  return membership;
};

const accept = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const membership = await requireMembership(ctx);
  const user = await requireUser(ctx);
  if (membership.user) throw conflict('this invitation was already accepted');
  if (!isInvited(membership, user)) throw notFound(`the organization membership ${membership.id}`);
  const organization = (await ctx.tx.getByKey<Organization>('organizations', '', membership.organization))!;
  await ctx.tx.link('organization-members', organization.id, user.id);
  const record = membership.record!;
  await ctx.tx.update<StoredOrganizationMembership>(record, { body: { ...record.body, user: user.id } });
  return okDocument(renderMembership({ ...membership, user }));
};

/** Withdraws an invitation, or takes a user out of the organization and its teams; the last owner stays. */
const remove = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { id, organization: name, user, record } = await requireMembership(ctx);
  if (record) await ctx.tx.delete('organization-memberships', record.id);
  if (!user) return noContent;
  const organization = (await ctx.tx.getByKey<Organization>('organizations', '', name))!;
  const owners = (await ctx.tx.list<{ readonly owners: boolean }>({ kind: 'teams', scope: name })).records.find(({ body }) => body.owners)!;
  const ownerIds = (await ctx.tx.listLinks('team-members', { from: owners.id })).map((link) => link.to);
  if (ownerIds.includes(user.id)) {
    if (user.id !== ctx.caller.id && !findMembership(ctx, name)?.owner) throw notFound(`the organization membership ${id}`);
    if (ownerIds.length === 1) throw conflict('an organization keeps at least one owner: add another owner first');
  }
  for (const team of (await ctx.tx.list({ kind: 'teams', scope: name })).records) await ctx.tx.unlink('team-members', team.id, user.id);
  await ctx.tx.unlink('organization-members', organization.id, user.id);
  return noContent;
};

const path = '/organization-memberships/{organization_membership_id}';
const changesIdentity = { changesIdentity: true } as const;

/** Who belongs to an organization. Nobody is put into one: a user is invited, and accepts. */
export const routes = [
  route('POST /organizations/{organization_name}/organization-memberships', invite),
  route('GET /organizations/{organization_name}/organization-memberships', async (ctx) => {
    const organization = await requireOrganization(ctx);
    requireOrganizationRight(ctx, organization.key, 'manage-membership');
    return renderList(ctx, await listMemberships(ctx, organization));
  }),
  route('GET /organization-memberships', listOwn),
  route(`GET ${path}`, async (ctx) => okDocument(renderMembership(await requireMembership(ctx)))),
  route(`POST ${path}/actions/accept`, accept, { ...changesIdentity, plainJson: true }),
  route(`DELETE ${path}`, remove, changesIdentity),
];
