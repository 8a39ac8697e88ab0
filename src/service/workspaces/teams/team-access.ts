import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { badRequest, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import type { Team, WorkspaceSummary } from '../../access/records.ts';
import { hasProjectAccess, hasWorkspaceAccess } from '../../access/team-rights.ts';
import { validateTeamAccess } from './validate-team-access.ts';
import type { TeamAccess } from '../../access/workspace-rights.ts';

/** What a team may do on one workspace or project: a link, shown as a document (`team-workspaces`, `team-projects`). */
interface AccessTarget {
  readonly type: 'team-workspaces' | 'team-projects';
  readonly prefix: string;
  readonly target: 'workspaces' | 'projects';
  readonly word: 'workspace' | 'project';
}
const accessTargets: readonly AccessTarget[] = [
  { type: 'team-workspaces', prefix: 'tws', target: 'workspaces', word: 'workspace' },
  { type: 'team-projects', prefix: 'tprj', target: 'projects', word: 'project' },
];

const toAccessId = (side: AccessTarget, team: string, target: string): string =>
  `${side.prefix}-${team.slice(5)}.${target.slice(target.indexOf('-') + 1)}`;
const renderTeamAccess = (side: AccessTarget, team: string, target: string, access: TeamAccess): ResourceObject => ({
  id: toAccessId(side, team, target),
  type: side.type,
  attributes: { ...access },
  relationships: { team: renderToOne('teams', team), [side.word]: renderToOne(side.target, target) },
});

/** `what`: what the request names, which is all that a refusal repeats. */
const requireTarget = async (
  ctx: RequestContext,
  side: AccessTarget,
  id: string,
  what = `the ${side.word} ${id}`,
): Promise<StoredRecord> => {
  const target = await ctx.tx.get(side.target, id);
  if (!target || !hasOrganizationRight(ctx, target.scope, 'manage-teams')) throw notFound(what);
  return target;
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

const requireAccessLink = async (ctx: RequestContext, side: AccessTarget) => {
  const [, prefix, team, target] = /^([a-z]+)-([^.]+)\.([^.]+)$/.exec(ctx.params['id']!) ?? [];
  const what = `the access ${ctx.params['id']}`;
  if (prefix !== side.prefix) throw notFound(what);
  const targetId = `${side.target === 'workspaces' ? 'ws' : 'prj'}-${target}`;
  await requireTarget(ctx, side, targetId, what);
  const link = (await ctx.tx.listLinks(side.type, { to: targetId })).find((one) => one.from === `team-${team}`);
  if (!link) throw notFound(what);
  return link;
};

const listAccess =
  (side: AccessTarget) =>
  async (ctx: RequestContext): Promise<RouteResponse> => {
    const parameter = `filter[${side.word}][id]`;
    const id = ctx.query.get(parameter);
    if (!id) throw badRequest(`expected ${parameter}`, parameter);
    await requireTarget(ctx, side, id);
    return okDocuments(
      (await ctx.tx.listLinks(side.type, { to: id })).map((link) => renderTeamAccess(side, link.from, link.to, link.note as TeamAccess)),
    );
  };

const createAccess =
  (side: AccessTarget) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const { attributes, relationships } = parseDocument(ctx, side.type);
    throwIfInvalid(validateTeamAccess(attributes));
    const team = parseToOne(relationships, 'team', 'teams');
    const target = parseToOne(relationships, side.word, side.target);
    if (!team) throw unprocessable('expected the team', '/data/relationships/team');
    if (!target) throw unprocessable(`expected the ${side.word}`, `/data/relationships/${side.word}`);
    const record = await requireTarget(ctx, side, target.id);
    const { id, scope } = record;
    const given = await ctx.tx.get<Team>('teams', team.id);
    if (given?.scope !== scope) throw unprocessable('expected a team of this organization', teamPointer);
    if (given.body.owners) throw unprocessable('owners have every right', teamPointer);
    const access = attributes as unknown as TeamAccess;
    await requireAccessRights(ctx, side, record, access);
    await ctx.tx.link(side.type, team.id, id, access);
    return createdDocument(renderTeamAccess(side, team.id, id, access));
  };

const updateAccess =
  (side: AccessTarget) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const link = await requireAccessLink(ctx, side);
    const { attributes } = parseDocument(ctx, side.type);
    const access = { ...(link.note as TeamAccess), ...attributes } as TeamAccess;
    throwIfInvalid(validateTeamAccess({ ...access }));
    await requireAccessRights(ctx, side, (await ctx.tx.get(side.target, link.to))!, access, link.note as TeamAccess);
    await ctx.tx.link(side.type, link.from, link.to, access);
    return okDocument(renderTeamAccess(side, link.from, link.to, access));
  };

export const routes = accessTargets.flatMap((side) => [
  route(`GET /${side.type}`, listAccess(side)),
  route(`POST /${side.type}`, createAccess(side)),
  route(`GET /${side.type}/{id}`, async (ctx) => {
    const link = await requireAccessLink(ctx, side);
    return okDocument(renderTeamAccess(side, link.from, link.to, link.note as TeamAccess));
  }),
  route(`PATCH /${side.type}/{id}`, updateAccess(side)),
  route(`DELETE /${side.type}/{id}`, async (ctx) => {
    const link = await requireAccessLink(ctx, side);
    await ctx.tx.unlink(side.type, link.from, link.to);
    return noContent;
  }),
]);
