import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Link, StoredRecord, Transaction } from '../../store/store.ts';
import { isOwner } from '../../access/organization-owners.ts';
import { getProjectRights, hasWorkspaceRight } from '../../access/permissions.ts';
import type { Team, WorkspaceSummary } from '../../access/records.ts';
import { canSeeTeam, filterSeenAccess, hasProjectAccess, hasWorkspaceAccess } from '../../access/team-rights.ts';
import type { TeamAccess } from '../../access/workspace-rights.ts';
import { type AccessTarget, accessTargets, describeAccess, parseAccess, renderAccess } from './access-target.ts';

const toAccessId = (side: AccessTarget, team: string, target: string): string =>
  `${side.prefix}-${team.slice(5)}.${target.slice(target.indexOf('-') + 1)}`;
const renderTeamAccess = (side: AccessTarget, team: string, target: string, access: TeamAccess): ResourceObject => ({
  id: toAccessId(side, team, target),
  type: side.type,
  attributes: renderAccess(side, access),
  relationships: { team: renderToOne('teams', team), [side.word]: renderToOne(side.target, target) },
  links: { self: `/api/v2/${side.type}/${toAccessId(side, team, target)}` },
});

type Purpose = 'list' | 'manage';

/** Who manages the access to it: administrators of the workspace, and who manages the teams of the project. */
const managesAccess = async (ctx: RequestContext, side: AccessTarget, target: StoredRecord, purpose: Purpose): Promise<boolean> => {
  if (side.target === 'workspaces') return hasWorkspaceRight(ctx, 'update', target as StoredRecord<WorkspaceSummary>);
  return (await getProjectRights(ctx, target)).has(purpose === 'list' ? 'read-teams' : 'manage-teams');
};

const canReadTarget = async (ctx: RequestContext, side: AccessTarget, target: StoredRecord): Promise<boolean> =>
  side.target === 'workspaces'
    ? hasWorkspaceRight(ctx, 'read-run', target as StoredRecord<WorkspaceSummary>)
    : (await getProjectRights(ctx, target)).has('read');

/** The workspace or project, for who manages the access to it. `what`: what the request names, which is all that a refusal repeats. */
const requireTarget = async (
  ctx: RequestContext,
  side: AccessTarget,
  id: string,
  what = `the ${side.word} ${id}`,
): Promise<StoredRecord> => {
  const target = await ctx.tx.get(side.target, id);
  if (!target || !(await managesAccess(ctx, side, target, 'manage'))) throw notFound(what);
  return target;
};

/**
 * Which of these accesses to one object the caller can see: those of visible teams, and without the right to manage access only those of
 * its own teams.
 */
const filterSeen = async (
  ctx: RequestContext,
  side: AccessTarget,
  target: StoredRecord,
  links: readonly Link[],
): Promise<readonly Link[]> => {
  const seesOthers = isOwner(ctx, target.scope) || (await managesAccess(ctx, side, target, 'list'));
  return filterSeenAccess(ctx, target.scope, links, () => seesOthers);
};

const teamPointer = '/data/relationships/team/data/id';

/** 422 unless the caller has the rights that `access` gives beyond `old`. */
const requireAccessRights = async (
  ctx: RequestContext,
  side: AccessTarget,
  target: StoredRecord,
  access: TeamAccess,
  old?: TeamAccess,
): Promise<void> => {
  const hasAccess =
    side.target === 'workspaces'
      ? await hasWorkspaceAccess(ctx, target as StoredRecord<WorkspaceSummary>, access, old)
      : await hasProjectAccess(ctx, target, access, old);
  if (!hasAccess)
    throw unprocessable(
      `this token does not have all rights of this access to the ${side.word} ${target.id}, so it cannot give them to a team`,
      '/data/attributes/access',
    );
};

/** The access of the path. Throws 404 if the caller cannot see it or may not change it. */
const requireAccessLink = async (ctx: RequestContext, side: AccessTarget, purpose: Purpose): Promise<Link> => {
  const [, prefix, team, target] = /^([a-z]+)-([^.]+)\.([^.]+)$/.exec(ctx.params['id']!) ?? [];
  const what = `the access ${ctx.params['id']}`;
  if (prefix !== side.prefix) throw notFound(what);
  const found = await ctx.tx.get(side.target, `${side.target === 'workspaces' ? 'ws' : 'prj'}-${target}`);
  if (!found || (purpose === 'manage' && !(await managesAccess(ctx, side, found, 'manage')))) throw notFound(what);
  const links = (await ctx.tx.listLinks(side.type, { to: found.id })).filter(({ from }) => from === `team-${team}`);
  const [link] = await filterSeen(ctx, side, found, links);
  if (!link) throw notFound(what);
  return link;
};

const listAccess =
  (side: AccessTarget) =>
  async (ctx: RequestContext): Promise<RouteResponse> => {
    const parameter = `filter[${side.word}][id]`;
    const id = ctx.query.get(parameter);
    if (!id) throw badRequest(`expected ${parameter}`, parameter);
    const target = await ctx.tx.get(side.target, id);
    if (!target || !(await canReadTarget(ctx, side, target))) throw notFound(`the ${side.word} ${id}`);
    const team = ctx.query.get('filter[team][id]') || undefined;
    const all = await ctx.tx.listLinks(side.type, { to: id });
    const wanted = all.filter(({ from }) => team === undefined || from === team);
    const links = await filterSeen(ctx, side, target, wanted);
    const page = parsePage(ctx);
    const shown = links.slice(page.offset, page.offset + page.size);
    return renderResourcePage(
      ctx,
      page,
      links.length,
      shown.map((link) => renderTeamAccess(side, link.from, link.to, link.note as TeamAccess)),
    );
  };

const createAccess =
  (side: AccessTarget) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const { attributes, relationships } = parseDocument(ctx, side.type);
    const access = parseAccess(side, attributes);
    const team = parseToOne(ctx, relationships, 'team', 'teams');
    const target = parseToOne(ctx, relationships, side.word, side.target);
    if (!team) throw unprocessable('expected the team', '/data/relationships/team');
    if (!target) throw unprocessable(`expected the ${side.word}`, `/data/relationships/${side.word}`);
    const record = await requireTarget(ctx, side, target.id);
    const { id, scope } = record;
    const given = await ctx.tx.get<Team>('teams', team.id);
    if (given?.scope !== scope || !canSeeTeam(ctx, given))
      throw unprocessable('expected a team of this organization that this token may see', teamPointer);
    if (given.body.owners) throw unprocessable('owners have every right', teamPointer);
    await requireAccessRights(ctx, side, record, access);
    const isNew = await ctx.tx.addLink(side.type, team.id, id, access);
    if (!isNew) throw unprocessable(`the team has already been given access to this ${side.word}`, teamPointer);
    return createdDocument(renderTeamAccess(side, team.id, id, access));
  };

const updateAccess =
  (side: AccessTarget) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const link = await requireAccessLink(ctx, side, 'manage');
    const { attributes } = parseDocument(ctx, side.type);
    const access = parseAccess(side, attributes, link.note as TeamAccess);
    await requireAccessRights(ctx, side, (await ctx.tx.get(side.target, link.to))!, access, link.note as TeamAccess);
    await ctx.tx.link(side.type, link.from, link.to, access);
    return okDocument(renderTeamAccess(side, link.from, link.to, access));
  };

const describe = (side: AccessTarget) => {
  const relationships = { team: { to: 'teams' }, [side.word]: { to: side.target } };
  const attributes = describeAccess(side);
  const required = Object.keys(attributes);
  const shape: DocumentShape = { type: side.type, attributes, required, relationships };
  const one = describeResponseDocument(shape);
  const query = { include: includeParameter };
  return {
    list: {
      summary: `Lists the access of teams to a ${side.word}.`,
      query: {
        ...listParameters,
        [`filter[${side.word}][id]`]: textParameter(`The ID of the ${side.word}; required.`),
        'filter[team][id]': textParameter('Only the access of this team.'),
      },
      responses: { 200: describeResponseList(shape) },
    },
    create: {
      summary: `Gives a team access to a ${side.word}.`,
      query,
      request: describeRequestDocument({ type: side.type, attributes, required: ['access'], relationships }),
      responses: { 201: one },
    },
    read: { summary: `The access of a team to a ${side.word}.`, query, responses: { 200: one } },
    update: {
      summary: 'Changes the access; a custom one keeps what is not sent.',
      query,
      request: describeRequestDocument({ type: side.type, attributes }),
      responses: { 200: one },
    },
    delete: { summary: 'Takes the access away.', responses: { 204: null } },
  };
};

export const routes = accessTargets.flatMap((side) => {
  const described = describe(side);
  return [
    route(`GET /${side.type}`, listAccess(side), { description: described.list }),
    route(`POST /${side.type}`, createAccess(side), { description: described.create }),
    route(
      `GET /${side.type}/{id}`,
      async (ctx) => {
        const link = await requireAccessLink(ctx, side, 'list');
        return okDocument(renderTeamAccess(side, link.from, link.to, link.note as TeamAccess));
      },
      { description: described.read },
    ),
    route(`PATCH /${side.type}/{id}`, updateAccess(side), { description: described.update }),
    route(
      `DELETE /${side.type}/{id}`,
      async (ctx) => {
        const link = await requireAccessLink(ctx, side, 'manage');
        await ctx.tx.unlink(side.type, link.from, link.to);
        return noContent;
      },
      { description: described.delete },
    ),
  ];
});
