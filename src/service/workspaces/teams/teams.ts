import { organizationRights } from '../../access/callers.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { isObject, type JsonObject, parseDocument, parseDocuments } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { conflict, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Team } from '../../access/records.ts';
import { type RequestContext, type OrganizationRight, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { createTeam } from '../organizations/bootstrap.ts';
import { hasOrganizationRight, requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';

const renderTeam = async (ctx: RequestContext, { id, body }: StoredRecord<Team>): Promise<ResourceObject> => ({
  id,
  type: 'teams',
  attributes: {
    name: body.name,
    'users-count': (await ctx.tx.listLinks('team-members', { from: id })).length,
    'organization-access': Object.fromEntries(organizationRights.map((right) => [right, body.owners || body.access.includes(right)])),
    permissions: {
      'can-update-membership': hasOrganizationRight(ctx, body.organization, 'manage-membership'),
      'can-destroy': !body.owners && hasOrganizationRight(ctx, body.organization, 'manage-teams'),
    },
  },
  relationships: { organization: renderToOne('organizations', body.organization) },
  links: { self: `/api/v2/teams/${id}` },
});

/** `organization-access`: an object of booleans; what it leaves out stays as it was. */
const parseOrganizationAccess = (attributes: JsonObject, old: readonly OrganizationRight[]): readonly OrganizationRight[] => {
  const access = attributes['organization-access'];
  if (access === undefined || access === null) return old;
  if (!isObject(access)) throw unprocessable('expected an object of booleans', '/data/attributes/organization-access');
  return organizationRights.filter((right) => (access[right] === undefined ? old.includes(right) : access[right] === true));
};

/** The team of the path. `managing`: 404 without the right to manage teams. */
export const requireTeam = async (ctx: RequestContext, managing: OrganizationRight | false): Promise<StoredRecord<Team>> => {
  const id = ctx.params['team_id']!;
  return requireMemberRecord(ctx, await ctx.tx.get<Team>('teams', id), `the team ${id}`, managing);
};

const changeMembers = (join: boolean) => async (ctx: RequestContext<Transaction>) => {
  const team = await requireTeam(ctx, 'manage-membership');
  const organization = (await ctx.tx.getByKey('organizations', '', team.scope))!;
  const members = new Set((await ctx.tx.listLinks('organization-members', { from: organization.id })).map((link) => link.to));
  for (const { id, pointer } of parseDocuments(ctx, 'users')) {
    // Users are named by user name here, as in the hosted service; by id, too.
    const user = (await ctx.tx.getByKey('users', '', id ?? '')) ?? (await ctx.tx.get('users', id ?? ''));
    // A user of other organizations is as unknown as one that does not exist: nobody is put into an organization unasked.
    if (!user || !members.has(user.id)) throw unprocessable(`"${id}" is no member of the organization "${team.scope}"`, `${pointer}/id`);
    await (join ? ctx.tx.link('team-members', team.id, user.id) : ctx.tx.unlink('team-members', team.id, user.id));
  }
  return noContent;
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
      throwIfInvalid(validateTypes(attributes, { name: 'text!' }, true));
      return createdDocument(
        await renderTeam(
          ctx,
          await createTeam(ctx.tx, ctx, organization, {
            name: attributes['name'] as string,
            access: parseOrganizationAccess(attributes, []),
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
      throwIfInvalid(validateTypes(attributes, { name: 'text!' }, false));
      const name = (attributes['name'] as string | undefined) ?? team.body.name;
      return okDocument(
        await renderTeam(
          ctx,
          await ctx.tx.update<Team>(team, {
            body: { ...team.body, name, access: parseOrganizationAccess(attributes, team.body.access) },
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
      await ctx.tx.delete('teams', team.id);
      return noContent;
    },
    { changesIdentity: true },
  ),
  route('POST /teams/{team_id}/relationships/users', changeMembers(true), { changesIdentity: true }),
  route('DELETE /teams/{team_id}/relationships/users', changeMembers(false), { changesIdentity: true }),
];
