import { organizationRights } from '../caller.ts';
import { type Doc, toOne } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import { listed } from '../json-api/page.ts';
import { isObject, type Json, sent, sentList } from '../json-api/read.ts';
import { created, noContent, ok } from '../json-api/reply.ts';
import { conflict, refuse, unprocessable } from '../problem.ts';
import type { Team } from '../records.ts';
import { type Asking, type OrganizationRight, route } from '../route.ts';
import type { Rec, Transaction } from '../store/store.ts';
import { newTeam } from './founding.ts';
import { mayIn, needIn, organizationHere, ofMember } from './permissions.ts';

const render = async (asking: Asking, { id, body }: Rec<Team>): Promise<Doc> => ({
  id, type: 'teams',
  attributes: {
    name: body.name, 'users-count': (await asking.tx.links('team-members', { from: id })).length,
    'organization-access': Object.fromEntries(organizationRights.map((right) => [right, body.owners || body.access.includes(right)])),
    permissions: { 'can-update-membership': mayIn(asking, body.organization, 'manage-membership'), 'can-destroy': !body.owners && mayIn(asking, body.organization, 'manage-teams') },
  },
  relationships: { organization: toOne('organizations', body.organization) },
  links: { self: `/api/v2/teams/${id}` },
});

/** `organization-access`: an object of booleans; what it leaves out stays as it was. */
const accessSent = (attributes: Json, old: readonly OrganizationRight[]): readonly OrganizationRight[] => {
  const given = attributes['organization-access'];
  if (given === undefined || given === null) return old;
  if (!isObject(given)) throw unprocessable('expected an object of booleans', '/data/attributes/organization-access');
  return organizationRights.filter((right) => (given[right] === undefined ? old.includes(right) : given[right] === true));
};

/** The team of the path. `managing`: 404 without the right to manage teams. */
export const teamHere = async (asking: Asking, managing: OrganizationRight | false): Promise<Rec<Team>> => {
  const id = asking.params['team_id']!;
  return ofMember(asking, await asking.tx.get<Team>('teams', id), `the team ${id}`, managing);
};

const members = (join: boolean) => async (asking: Asking<Transaction>) => {
  const team = await teamHere(asking, 'manage-membership');
  const organization = (await asking.tx.byKey('organizations', '', team.scope))!;
  for (const { id, pointer } of sentList(asking, 'users')) {
    // Users are named by user name here, as in the hosted service; by id, too.
    const user = await asking.tx.byKey('users', '', id ?? '') ?? await asking.tx.get('users', id ?? '');
    if (!user) throw unprocessable(`there is no user "${id}"`, `${pointer}/id`);
    if (!join) { await asking.tx.unlink('team-members', team.id, user.id); continue; }
    await asking.tx.link('organization-members', organization.id, user.id);
    await asking.tx.link('team-members', team.id, user.id);
  }
  return noContent;
};

export const routes = [
  route('GET /organizations/{organization_name}/teams', async (asking) => {
    const { body } = await organizationHere(asking);
    return listed<Team>(asking, { kind: 'teams', scope: body.name }, (records) => Promise.all(records.map((record) => render(asking, record))));
  }),
  route('POST /organizations/{organization_name}/teams', async (asking) => {
    const { body: { name: organization } } = await organizationHere(asking);
    needIn(asking, organization, 'manage-teams');
    const { attributes } = sent(asking, 'teams');
    refuse(mistyped(attributes, { name: 'text!' }, true));
    return created(await render(asking, await newTeam(asking.tx, asking, organization, { name: attributes['name'] as string, access: accessSent(attributes, []) })));
  }, { identity: true }),
  route('GET /teams/{team_id}', async (asking) => ok(await render(asking, await teamHere(asking, false)))),
  route('PATCH /teams/{team_id}', async (asking) => {
    const team = await teamHere(asking, 'manage-teams');
    const { attributes } = sent(asking, 'teams');
    refuse(mistyped(attributes, { name: 'text!' }, false));
    const name = (attributes['name'] as string | undefined) ?? team.body.name;
    return ok(await render(asking, await asking.tx.update<Team>(team, { body: { ...team.body, name, access: accessSent(attributes, team.body.access) }, key: name, name })));
  }, { identity: true }),
  route('DELETE /teams/{team_id}', async (asking) => {
    const team = await teamHere(asking, 'manage-teams');
    if (team.body.owners) throw conflict('the team of owners cannot be deleted');
    await asking.tx.delete('teams', team.id);
    return noContent;
  }, { identity: true }),
  route('POST /teams/{team_id}/relationships/users', members(true), { identity: true }),
  route('DELETE /teams/{team_id}/relationships/users', members(false), { identity: true }),
];
