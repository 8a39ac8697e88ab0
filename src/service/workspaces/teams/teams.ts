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

const renderTeam = async (asking: RequestContext, { id, body }: StoredRecord<Team>): Promise<ResourceObject> => ({
  id,
  type: 'teams',
  attributes: {
    name: body.name,
    'users-count': (await asking.tx.listLinks('team-members', { from: id })).length,
    'organization-access': Object.fromEntries(organizationRights.map((right) => [right, body.owners || body.access.includes(right)])),
    permissions: {
      'can-update-membership': hasOrganizationRight(asking, body.organization, 'manage-membership'),
      'can-destroy': !body.owners && hasOrganizationRight(asking, body.organization, 'manage-teams'),
    },
  },
  relationships: { organization: renderToOne('organizations', body.organization) },
  links: { self: `/api/v2/teams/${id}` },
});

/** `organization-access`: an object of booleans; what it leaves out stays as it was. */
const parseOrganizationAccess = (attributes: JsonObject, old: readonly OrganizationRight[]): readonly OrganizationRight[] => {
  const given = attributes['organization-access'];
  if (given === undefined || given === null) return old;
  if (!isObject(given)) throw unprocessable('expected an object of booleans', '/data/attributes/organization-access');
  return organizationRights.filter((right) => (given[right] === undefined ? old.includes(right) : given[right] === true));
};

/** The team of the path. `managing`: 404 without the right to manage teams. */
export const requireTeam = async (asking: RequestContext, managing: OrganizationRight | false): Promise<StoredRecord<Team>> => {
  const id = asking.params['team_id']!;
  return requireMemberRecord(asking, await asking.tx.get<Team>('teams', id), `the team ${id}`, managing);
};

const changeMembers = (join: boolean) => async (asking: RequestContext<Transaction>) => {
  const team = await requireTeam(asking, 'manage-membership');
  const organization = (await asking.tx.getByKey('organizations', '', team.scope))!;
  for (const { id, pointer } of parseDocuments(asking, 'users')) {
    // Users are named by user name here, as in the hosted service; by id, too.
    const user = (await asking.tx.getByKey('users', '', id ?? '')) ?? (await asking.tx.get('users', id ?? ''));
    if (!user) throw unprocessable(`there is no user "${id}"`, `${pointer}/id`);
    if (!join) {
      await asking.tx.unlink('team-members', team.id, user.id);
      continue;
    }
    await asking.tx.link('organization-members', organization.id, user.id);
    await asking.tx.link('team-members', team.id, user.id);
  }
  return noContent;
};

export const routes = [
  route('GET /organizations/{organization_name}/teams', async (asking) => {
    const { body } = await requireOrganization(asking);
    return listResources<Team>(asking, { kind: 'teams', scope: body.name }, (records) =>
      Promise.all(records.map((record) => renderTeam(asking, record))),
    );
  }),
  route(
    'POST /organizations/{organization_name}/teams',
    async (asking) => {
      const {
        body: { name: organization },
      } = await requireOrganization(asking);
      requireOrganizationRight(asking, organization, 'manage-teams');
      const { attributes } = parseDocument(asking, 'teams');
      throwIfInvalid(validateTypes(attributes, { name: 'text!' }, true));
      return createdDocument(
        await renderTeam(
          asking,
          await createTeam(asking.tx, asking, organization, {
            name: attributes['name'] as string,
            access: parseOrganizationAccess(attributes, []),
          }),
        ),
      );
    },
    { identity: true },
  ),
  route('GET /teams/{team_id}', async (asking) => okDocument(await renderTeam(asking, await requireTeam(asking, false)))),
  route(
    'PATCH /teams/{team_id}',
    async (asking) => {
      const team = await requireTeam(asking, 'manage-teams');
      const { attributes } = parseDocument(asking, 'teams');
      throwIfInvalid(validateTypes(attributes, { name: 'text!' }, false));
      const name = (attributes['name'] as string | undefined) ?? team.body.name;
      return okDocument(
        await renderTeam(
          asking,
          await asking.tx.update<Team>(team, {
            body: { ...team.body, name, access: parseOrganizationAccess(attributes, team.body.access) },
            key: name,
            name,
          }),
        ),
      );
    },
    { identity: true },
  ),
  route(
    'DELETE /teams/{team_id}',
    async (asking) => {
      const team = await requireTeam(asking, 'manage-teams');
      if (team.body.owners) throw conflict('the team of owners cannot be deleted');
      await asking.tx.delete('teams', team.id);
      return noContent;
    },
    { identity: true },
  ),
  route('POST /teams/{team_id}/relationships/users', changeMembers(true), { identity: true }),
  route('DELETE /teams/{team_id}/relationships/users', changeMembers(false), { identity: true }),
];
