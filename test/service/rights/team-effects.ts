import { newId } from '../../../service/src/store/new-id.ts';
import { createUser } from '../../../service/src/workspaces/organizations/bootstrap.ts';
import type { Effects } from './effects.ts';
import type { Place, World } from './world.ts';
import { document } from '../../../service/test/documents.ts';

const users = (name: string) => ({ data: [{ type: 'users', id: name }] });
/** A new member of the organization, in the team if one is named: the name, and the ID of the membership. */
const addMember = async (world: World, team?: string): Promise<{ readonly name: string; readonly membership: string }> => {
  const name = newId('user');
  const { organization, user } = await world.store.write(async (tx) => {
    const made = await createUser(tx, { clock: world.clock, newId }, { name });
    const found = (await tx.getByKey('organizations', '', 'acme'))!;
    await tx.link('organization-members', found.id, made.id);
    if (team !== undefined) await tx.link('team-members', team, made.id);
    return { organization: found.id, user: made.id };
  });
  return { name, membership: `ou-${organization.slice('org-'.length)}.${user.slice('user-'.length)}` };
};
const createTeam = async ({ own }: Place, visibility: string): Promise<string> =>
  (await own('POST /organizations/acme/teams', document('teams', { name: newId('team'), visibility }))).data.id;
const create = ({ ask }: Place, visibility: string) =>
  ask('POST /organizations/acme/teams', document('teams', { name: newId('team'), visibility }));
const rename = async (place: Place, visibility: string) =>
  place.ask(`PATCH /teams/${await createTeam(place, visibility)}`, document('teams', { name: newId('team') }));
const add = async ({ ask, world }: Place, team: string) =>
  ask(`POST /teams/${team}/relationships/users`, users((await addMember(world)).name));
const removeFromTeam = async ({ ask, world }: Place, team: string) =>
  ask(`DELETE /teams/${team}/relationships/users`, users((await addMember(world, team)).name));

export const teamEffects: Effects = {
  'list the members of the organization': ({ ask }) => ask('GET /organizations/acme/organization-memberships'),
  'invite somebody': ({ ask }) =>
    ask(
      'POST /organizations/acme/organization-memberships',
      document('organization-memberships', { email: `${newId('user')}@acme.example` }),
    ),
  'remove a member': async ({ ask, world }) => ask(`DELETE /organization-memberships/${(await addMember(world)).membership}`),
  'remove a member who is in a secret team': async ({ ask, world }) =>
    ask(`DELETE /organization-memberships/${(await addMember(world, world.secret)).membership}`),
  'see a visible team': ({ ask, world }) => ask(`GET /teams/${world.visible}`),
  'see a secret team': ({ ask, world }) => ask(`GET /teams/${world.secret}`),
  'find a secret team in the list of teams': async ({ ask, world }) => {
    const { body } = await ask('GET /organizations/acme/teams?page[size]=100&filter[names]=hidden');
    return (body.data ?? []).some(({ id }: any) => id === world.secret);
  },
  'add a member to a visible team': async (place) => add(place, await createTeam(place, 'organization')),
  'add a member to a visible team that may do more than you': async (place) => {
    const team = await createTeam(place, 'organization');
    await place.world.grant('team-workspaces', team, place.workspace, { access: 'admin' });
    return add(place, team);
  },
  'add a member to a secret team': (place) => add(place, place.world.secret),
  'remove a member of a visible team': (place) => removeFromTeam(place, place.world.visible),
  'remove a member of a secret team': (place) => removeFromTeam(place, place.world.secret),
  'create a visible team': (place) => create(place, 'organization'),
  'create a secret team': (place) => create(place, 'secret'),
  'rename a visible team': (place) => rename(place, 'organization'),
  'rename a secret team': (place) => rename(place, 'secret'),
  'make a token of a visible team': async (place) =>
    place.ask(`POST /teams/${await createTeam(place, 'organization')}/authentication-token`),
  'make a token of a secret team': async (place) => place.ask(`POST /teams/${await createTeam(place, 'secret')}/authentication-token`),
  'take a right of a visible team in the organization away': async (place) => {
    const attributes = { name: newId('team'), visibility: 'organization', 'organization-access': { 'manage-policies': true } };
    const { id } = (await place.own('POST /organizations/acme/teams', document('teams', attributes))).data;
    return place.ask(`PATCH /teams/${id}`, document('teams', { 'organization-access': { 'manage-policies': false } }));
  },
};
