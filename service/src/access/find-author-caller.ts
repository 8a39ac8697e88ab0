import type { Caller } from '../http/route.ts';
import type { ReadTransaction } from '../store/store.ts';
import { buildMembership, createOperatorCaller, findTokenOwner, operatorId } from './callers.ts';
import type { Team, User } from './records.ts';

/** What the teams of a user give in one organization, whose networks are not asked for: who did something earlier calls from nowhere. */
const findUserIn = async (view: ReadTransaction, id: string, organization: string): Promise<Caller | undefined> => {
  const user = await view.get<User>('users', id);
  if (!user) return undefined;
  const links = await view.listLinks('team-members', { to: id });
  const teams = await view.getMany<Team>(
    'teams',
    links.map((link) => link.from),
  );
  const own = teams.filter((team) => team.scope === organization);
  const memberships = own.length > 0 ? [buildMembership(organization, own, {})] : [];
  return { kind: 'user', id, name: user.body.name, memberships };
};

/**
 * Somebody who did something earlier, with the rights of this moment, whatever became of the token that they sent; undefined: they are
 * gone. `organization`: of the thing; rights of others are not looked up.
 */
export const findAuthorCaller = (
  view: ReadTransaction,
  { kind, id }: Pick<Caller, 'kind' | 'id'>,
  organization: string,
): Promise<Caller | undefined> => {
  if (id === operatorId) return Promise.resolve(createOperatorCaller(organization));
  return kind === 'user' ? findUserIn(view, id, organization) : findTokenOwner(view, { owner: { kind, id } });
};
