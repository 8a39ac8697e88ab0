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
 * The caller for somebody who did something earlier, with their current rights; their token of that time need not exist any more. Undefined
 * if they were deleted. `organization`: the one that owns what they did; rights in others are not looked up.
 */
export const findAuthorCaller = (
  view: ReadTransaction,
  { kind, id }: Pick<Caller, 'kind' | 'id'>,
  organization: string,
): Promise<Caller | undefined> => {
  if (id === operatorId) return Promise.resolve(createOperatorCaller(organization));
  return kind === 'user' ? findUserIn(view, id, organization) : findTokenOwner(view, { owner: { kind, id } });
};
