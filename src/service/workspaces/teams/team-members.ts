import { hasTeamRights } from '../../access/team-rights.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseDocuments } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { requireTeam } from './teams.ts';

/** Ids of the users of the body, named by user name, as in the hosted service, or by id. Throws 422 for who is no member. */
const parseMembers = async (ctx: RequestContext, organization: string): Promise<readonly string[]> => {
  const { id: organizationId } = (await ctx.tx.getByKey('organizations', '', organization))!;
  const members = new Set((await ctx.tx.listLinks('organization-members', { from: organizationId })).map((link) => link.to));
  const users: string[] = [];
  for (const { id, pointer } of parseDocuments(ctx, 'users')) {
    const user = (await ctx.tx.getByKey('users', '', id ?? '')) ?? (await ctx.tx.get('users', id ?? ''));
    // A user of other organizations is as unknown as one that does not exist: nobody is put into an organization unasked.
    if (!user || !members.has(user.id)) throw unprocessable(`"${id}" is no member of the organization "${organization}"`, `${pointer}/id`);
    users.push(user.id);
  }
  return users;
};

const addMembers = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const team = await requireTeam(ctx, 'manage-membership');
  if (!(await hasTeamRights(ctx, team))) throw notFound(`the team ${team.id}`);
  for (const user of await parseMembers(ctx, team.scope)) await ctx.tx.link('team-members', team.id, user);
  return noContent;
};

const removeMembers = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const team = await requireTeam(ctx, 'manage-membership');
  for (const user of await parseMembers(ctx, team.scope)) await ctx.tx.unlink('team-members', team.id, user);
  if (team.body.owners && (await ctx.tx.listLinks('team-members', { from: team.id })).length === 0)
    throw conflict('an organization keeps at least one owner: add another owner first');
  return noContent;
};

export const routes = [
  route('POST /teams/{team_id}/relationships/users', addMembers, { changesIdentity: true }),
  route('DELETE /teams/{team_id}/relationships/users', removeMembers, { changesIdentity: true }),
];
