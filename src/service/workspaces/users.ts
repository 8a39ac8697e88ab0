import type { Doc } from '../json-api/document.ts';
import { ok } from '../json-api/reply.ts';
import { forbidden, notFound } from '../problem.ts';
import type { User } from '../records.ts';
import { type Asking, route } from '../route.ts';
import type { Rec } from '../store/store.ts';

const render = (asking: Asking, { id, body }: Rec<User>): Doc => ({
  id, type: 'users',
  attributes: { username: body.name, ...(id === asking.caller.id ? { email: body.email } : {}), 'is-service-account': false },
});

const organizationsOf = async (asking: Asking, user: string): Promise<readonly string[]> =>
  (await asking.tx.many('organizations', (await asking.tx.links('organization-members', { to: user })).map(({ from }) => from))).map(({ key }) => key);

/** Oneself, and whoever shares an organization with the caller. */
const userHere = async (asking: Asking): Promise<Rec<User>> => {
  const id = asking.params['user_id']!;
  const user = await asking.tx.get<User>('users', id);
  const mine = asking.caller.memberships.map(({ organization }) => organization);
  if (!user || (id !== asking.caller.id && !(await organizationsOf(asking, id)).some((name) => mine.includes(name)))) throw notFound(`the user ${id}`);
  return user;
};

export const routes = [
  route('GET /users/{user_id}', async (asking) => ok(render(asking, await userHere(asking)))),
  route('GET /account/details', async (asking) => {
    if (asking.caller.kind !== 'user') throw forbidden('only a user has an account');
    const user = await asking.tx.get<User>('users', asking.caller.id);
    if (!user) throw notFound('the account');
    return ok(render(asking, user));
  }),
];
