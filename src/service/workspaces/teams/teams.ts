import { organizationRights } from '../../access/callers.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { isObject, type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { conflict, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Team } from '../../access/records.ts';
import { type RequestContext, type OrganizationRight, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import { createTeam } from '../organizations/bootstrap.ts';
import {
  findMembership,
  hasOrganizationRight,
  requireOrganizationRight,
  requireOrganization,
  requireMemberRecord,
} from '../../access/permissions.ts';
import { hasTeamRights, listMissingOrganizationRights } from '../../access/team-rights.ts';

const isOwner = (ctx: RequestContext, organization: string): boolean => findMembership(ctx, organization)?.owner === true;

const renderTeam = async (ctx: RequestContext, team: StoredRecord<Team>): Promise<ResourceObject> => {
  const { id, body } = team;
  return {
    id,
    type: 'teams',
    attributes: {
      name: body.name,
      'users-count': (await ctx.tx.listLinks('team-members', { from: id })).length,
      'organization-access': Object.fromEntries(organizationRights.map((right) => [right, body.owners || body.access.includes(right)])),
      permissions: {
        'can-update-membership': body.owners
          ? isOwner(ctx, body.organization)
          : hasOrganizationRight(ctx, body.organization, 'manage-membership') && (await hasTeamRights(ctx, team)),
        'can-destroy': !body.owners && hasOrganizationRight(ctx, body.organization, 'manage-teams'),
      },
    },
    relationships: { organization: renderToOne('organizations', body.organization) },
    links: { self: `/api/v2/teams/${id}` },
  };
};

const accessPointer = '/data/attributes/organization-access';
/** `organization-access`: an object of booleans; those left out stay as they were. Throws 422 for a right that the caller does not have. */
const parseOrganizationAccess = (
  ctx: RequestContext,
  organization: string,
  attributes: JsonObject,
  team?: Team,
): readonly OrganizationRight[] => {
  const old = team?.owners ? organizationRights : (team?.access ?? []);
  const access = attributes['organization-access'];
  if (access === undefined || access === null) return team?.access ?? [];
  if (!isObject(access)) throw unprocessable('expected an object of booleans', accessPointer);
  const next = organizationRights.filter((right) => (access[right] === undefined ? old.includes(right) : access[right] === true));
  if (team?.owners) {
    const taken = organizationRights.filter((right) => !next.includes(right));
    throwIfInvalid(taken.map((right) => ({ detail: 'owners have every right', pointer: `${accessPointer}/${right}` })));
    return team.access;
  }
  const given = next.filter((right) => !old.includes(right));
  throwIfInvalid(
    listMissingOrganizationRights(ctx, organization, given).map((right) => ({
      detail: `this token does not have the right ${right}, so it cannot give it to a team`,
      pointer: `${accessPointer}/${right}`,
    })),
  );
  return next;
};

/** The team of the path. `managing`: 404 without this right, and for the team of owners unless the caller is an owner. */
export const requireTeam = async (ctx: RequestContext, managing: OrganizationRight | false): Promise<StoredRecord<Team>> => {
  const what = `the team ${ctx.params['team_id']}`;
  const team = requireMemberRecord(ctx, await ctx.tx.get<Team>('teams', ctx.params['team_id']!), what, managing);
  if (managing !== false && team.body.owners && !isOwner(ctx, team.scope)) throw notFound(what);
  return team;
};

export const routes = [
  route('GET /organizations/{organization_name}/teams', async (ctx) => {
    const { body } = await requireOrganization(ctx);
    return listResources<Team>(ctx, { kind: 'teams', scope: body.name }, (records) =>
      Promise.all(records.map((record) => renderTeam(ctx, record))),
    );
  }),
  route(
    'POST /organizations/{organization_name}/teams',
    async (ctx) => {
      const {
        body: { name: organization },
      } = await requireOrganization(ctx);
      requireOrganizationRight(ctx, organization, 'manage-teams');
      const { attributes } = parseDocument(ctx, 'teams');
      throwIfInvalid(validateTypes(attributes, { name: 'name!' }, true));
      return createdDocument(
        await renderTeam(
          ctx,
          await createTeam(ctx.tx, ctx, organization, {
            name: attributes['name'] as string,
            access: parseOrganizationAccess(ctx, organization, attributes),
          }),
        ),
      );
    },
    { changesIdentity: true },
  ),
  route('GET /teams/{team_id}', async (ctx) => okDocument(await renderTeam(ctx, await requireTeam(ctx, false)))),
  route(
    'PATCH /teams/{team_id}',
    async (ctx) => {
      const team = await requireTeam(ctx, 'manage-teams');
      const { attributes } = parseDocument(ctx, 'teams');
      throwIfInvalid(validateTypes(attributes, { name: 'name!' }, false));
      const name = (attributes['name'] as string | undefined) ?? team.body.name;
      return okDocument(
        await renderTeam(
          ctx,
          await ctx.tx.update<Team>(team, {
            body: { ...team.body, name, access: parseOrganizationAccess(ctx, team.scope, attributes, team.body) },
            key: name,
            name,
          }),
        ),
      );
    },
    { changesIdentity: true },
  ),
  route(
    'DELETE /teams/{team_id}',
    async (ctx) => {
      const team = await requireTeam(ctx, 'manage-teams');
      if (team.body.owners) throw conflict('the team of owners cannot be deleted');
      await deleteChildren(ctx.tx, 'teams', team.id);
      await ctx.tx.delete('teams', team.id);
      return noContent;
    },
    { changesIdentity: true },
  ),
];
