import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import type { Organization, Team } from '../../access/records.ts';
import { hasTeamRights } from '../../access/team-rights.ts';
import { flagParameter } from '../../http/operation-description.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeRequestList, describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { parseDocuments } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { findMembershipsById, type OrganizationMembership } from '../organization-memberships/find-memberships.ts';
import { filterVisible, membershipShape, renderMemberships } from '../organization-memberships/render-memberships.ts';
import { loadMemberships } from './team-relationships.ts';
import { requireTeam } from './teams.ts';
import type { NounRecord } from '../../nouns/noun-record.ts';

/** Members that are added to or removed from a team: users, and pending invitations. */
interface TeamMembers {
  readonly users: readonly string[];
  readonly invitations: readonly string[];
}
type ParseMembers = (ctx: RequestContext, organization: string) => Promise<TeamMembers>;

/** Users of the body, named by user name, as in the hosted service, or by ID. Throws 422 for who is no member. */
const parseUsers: ParseMembers = async (ctx, organization) => {
  const { id: organizationId } = (await ctx.tx.getByKey<Organization>('organizations', '', organization))!;
  const members = new Set((await ctx.tx.listLinks('organization-members', { from: organizationId })).map((link) => link.to));
  const entries = parseDocuments(ctx, 'users');
  const names = [...new Set(entries.map(({ id }) => id ?? ''))];
  // Looked up together: a list of thousands is two statements.
  const byName = new Map((await ctx.tx.list({ kind: 'users', scope: '', keys: names })).records.map((user) => [user.key, user]));
  const byId = new Map((await ctx.tx.getMany('users', names)).map((user) => [user.id, user]));
  const users = new Set<string>();
  for (const { id, pointer } of entries) {
    const user = byName.get(id ?? '') ?? byId.get(id ?? '');
    // A user of another organization is refused like a missing one: nobody joins an organization without being invited.
    if (!user || !members.has(user.id)) throw unprocessable(`"${id}" is no member of the organization "${organization}"`, `${pointer}/id`);
    users.add(user.id);
  }
  return { users: [...users], invitations: [] };
};

/** Memberships of the body. Throws 422 for one of another organization. */
const parseMemberships: ParseMembers = async (ctx, organization) => {
  const entries = parseDocuments(ctx, 'organization-memberships');
  const all = await findMembershipsById(
    ctx,
    entries.map(({ id }) => id ?? ''),
  );
  const own = new Map(all.filter((one) => one.organization === organization).map((one) => [one.id, one]));
  const missing = entries.find(({ id }) => !own.has(id ?? ''));
  if (missing) throw unprocessable(`"${missing.id}" is no membership in the organization "${organization}"`, `${missing.pointer}/id`);
  const found = entries.map(({ id }) => own.get(id!)!);
  return {
    users: found.flatMap(({ user }) => user?.id ?? []),
    invitations: found.filter(({ user }) => !user).map(({ id }) => id),
  };
};

const addMembers =
  (parse: ParseMembers) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const team = await requireTeam(ctx, 'manage-membership');
    if (!(await hasTeamRights(ctx, team))) throw notFound(`the team ${team.id}`);
    const { users, invitations } = await parse(ctx, team.scope);
    for (const user of users) await ctx.tx.link('team-members', team.id, user);
    for (const invitation of invitations) await ctx.tx.link('team-invitations', team.id, invitation);
    return noContent;
  };

const removeMembers =
  (parse: ParseMembers) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const team = await requireTeam(ctx, 'manage-membership');
    const { users, invitations } = await parse(ctx, team.scope);
    for (const user of users) await ctx.tx.unlink('team-members', team.id, user);
    for (const invitation of invitations) await ctx.tx.unlink('team-invitations', team.id, invitation);
    if (team.body.owners && (await ctx.tx.listLinks('team-members', { from: team.id })).length === 0)
      throw conflict('an organization keeps at least one owner: add another owner first');
    return noContent;
  };

const statusOf = ({ user }: OrganizationMembership): string => (user ? 'active' : 'invited');

const memberStatuses = ['active', 'invited', 'inactive'] as const;
const listTeamMemberships = async (ctx: RequestContext, team: StoredRecord<Team>): Promise<readonly OrganizationMembership[]> => {
  const ids = (await loadMemberships(ctx, [team as unknown as NounRecord])).get(team.id) as readonly string[];
  const found = new Map((await filterVisible(ctx, await findMembershipsById(ctx, ids))).map((one) => [one.id, one]));
  const status = optionalEnumParameter(ctx, 'filter[status]', memberStatuses);
  const members = ids.flatMap((id) => found.get(id) ?? []).filter((one) => status === undefined || statusOf(one) === status);
  // There are no service accounts in this service.
  if (optionalEnumParameter(ctx, 'filter[is_service_account]', ['true', 'false']) === 'true') return [];
  const sort = optionalEnumParameter(ctx, 'sort', ['status', '-status']);
  const ordered = members.toSorted((left, right) => statusOf(left).localeCompare(statusOf(right)));
  return sort === undefined ? members : sort === 'status' ? ordered : ordered.toReversed();
};

const listMembers = async (ctx: RequestContext): Promise<RouteResponse> => {
  const members = await listTeamMemberships(ctx, await requireTeam(ctx, 'read'));
  const page = parsePage(ctx);
  const shown = members.slice(page.offset, page.offset + page.size);
  return renderResourcePage(ctx, page, members.length, await renderMemberships(ctx, shown));
};

const changes = (summary: string, type: string) => ({
  changesIdentity: true as const,
  description: { summary, request: describeRequestList(type), responses: { 204: null } },
});
const path = '/teams/{team_id}/relationships';
const words = { schema: { enum: memberStatuses }, doc: 'Only those with this status.' };

export const routes = [
  route(`POST ${path}/users`, addMembers(parseUsers), changes('Adds users to a team, by user name or ID.', 'users')),
  route(`DELETE ${path}/users`, removeMembers(parseUsers), changes('Removes users from a team.', 'users')),
  route(`GET ${path}/organization-memberships`, listMembers, {
    description: {
      summary: 'Lists the memberships of the members of a team, and of those that are invited.',
      query: {
        ...listParameters,
        'filter[status]': words,
        'filter[is_service_account]': flagParameter('`true`: only service accounts.'),
        sort: { doc: 'The order.', schema: { enum: ['status', '-status'] } },
      },
      responses: { 200: describeResponseList(membershipShape) },
    },
  }),
  route(
    `POST ${path}/organization-memberships`,
    addMembers(parseMemberships),
    changes('Adds members to a team, by membership.', 'organization-memberships'),
  ),
  route(
    `DELETE ${path}/organization-memberships`,
    removeMembers(parseMemberships),
    changes('Removes members from a team, by membership.', 'organization-memberships'),
  ),
];
