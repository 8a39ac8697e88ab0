import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { parseToOne, parseDocument } from '../../json-api/parse-document.ts';
import { okDocuments, createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { badRequest, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
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

const requireTarget = async (asking: RequestContext, side: AccessTarget, id: string): Promise<StoredRecord> => {
  const target = await asking.tx.get(side.target, id);
  if (!target || !hasOrganizationRight(asking, target.scope, 'manage-teams')) throw notFound(`the ${side.word} ${id}`);
  return target;
};

const requireAccessLink = async (asking: RequestContext, side: AccessTarget) => {
  const [, prefix, team, target] = /^([a-z]+)-([^.]+)\.([^.]+)$/.exec(asking.params['id']!) ?? [];
  if (prefix !== side.prefix) throw notFound(`the access ${asking.params['id']}`);
  const targetId = `${side.target === 'workspaces' ? 'ws' : 'prj'}-${target}`;
  await requireTarget(asking, side, targetId);
  const link = (await asking.tx.listLinks(side.type, { to: targetId })).find((one) => one.from === `team-${team}`);
  if (!link) throw notFound(`the access ${asking.params['id']}`);
  return link;
};

const listAccess =
  (side: AccessTarget) =>
  async (asking: RequestContext): Promise<RouteResponse> => {
    const parameter = `filter[${side.word}][id]`;
    const id = asking.query.get(parameter);
    if (!id) throw badRequest(`expected ${parameter}`, parameter);
    await requireTarget(asking, side, id);
    return okDocuments(
      (await asking.tx.listLinks(side.type, { to: id })).map((link) => renderTeamAccess(side, link.from, link.to, link.note as TeamAccess)),
    );
  };

const createAccess =
  (side: AccessTarget) =>
  async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
    const { attributes, relationships } = parseDocument(asking, side.type);
    throwIfInvalid(validateTeamAccess(attributes));
    const team = parseToOne(relationships, 'team', 'teams');
    const target = parseToOne(relationships, side.word, side.target);
    if (!team) throw unprocessable('expected the team', '/data/relationships/team');
    if (!target) throw unprocessable(`expected the ${side.word}`, `/data/relationships/${side.word}`);
    const { id, scope } = await requireTarget(asking, side, target.id);
    if ((await asking.tx.get('teams', team.id))?.scope !== scope)
      throw unprocessable('expected a team of this organization', '/data/relationships/team/data/id');
    const access = attributes as unknown as TeamAccess;
    await asking.tx.link(side.type, team.id, id, access);
    return createdDocument(renderTeamAccess(side, team.id, id, access));
  };

const updateAccess =
  (side: AccessTarget) =>
  async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
    const link = await requireAccessLink(asking, side);
    const { attributes } = parseDocument(asking, side.type);
    const access = { ...(link.note as TeamAccess), ...attributes } as TeamAccess;
    throwIfInvalid(validateTeamAccess({ ...access }));
    await asking.tx.link(side.type, link.from, link.to, access);
    return okDocument(renderTeamAccess(side, link.from, link.to, access));
  };

export const routes = accessTargets.flatMap((side) => [
  route(`GET /${side.type}`, listAccess(side)),
  route(`POST /${side.type}`, createAccess(side)),
  route(`GET /${side.type}/{id}`, async (asking) => {
    const link = await requireAccessLink(asking, side);
    return okDocument(renderTeamAccess(side, link.from, link.to, link.note as TeamAccess));
  }),
  route(`PATCH /${side.type}/{id}`, updateAccess(side)),
  route(`DELETE /${side.type}/{id}`, async (asking) => {
    const link = await requireAccessLink(asking, side);
    await asking.tx.unlink(side.type, link.from, link.to);
    return noContent;
  }),
]);
