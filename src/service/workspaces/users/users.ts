import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocument } from '../../json-api/responses.ts';
import { forbidden, notFound } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';

const renderUser = (asking: RequestContext, { id, body }: StoredRecord<User>): ResourceObject => ({
  id,
  type: 'users',
  attributes: { username: body.name, ...(id === asking.caller.id ? { email: body.email } : {}), 'is-service-account': false },
});

const listOrganizationNames = async (asking: RequestContext, user: string): Promise<readonly string[]> =>
  (
    await asking.tx.getMany(
      'organizations',
      (await asking.tx.listLinks('organization-members', { to: user })).map(({ from }) => from),
    )
  ).map(({ key }) => key);

/** Oneself, and whoever shares an organization with the caller. */
const requireUser = async (asking: RequestContext): Promise<StoredRecord<User>> => {
  const id = asking.params['user_id']!;
  const user = await asking.tx.get<User>('users', id);
  const mine = asking.caller.memberships.map(({ organization }) => organization);
  if (!user || (id !== asking.caller.id && !(await listOrganizationNames(asking, id)).some((name) => mine.includes(name))))
    throw notFound(`the user ${id}`);
  return user;
};

export const routes = [
  route('GET /users/{user_id}', async (asking) => okDocument(renderUser(asking, await requireUser(asking)))),
  route('GET /account/details', async (asking) => {
    if (asking.caller.kind !== 'user') throw forbidden('only a user has an account');
    const user = await asking.tx.get<User>('users', asking.caller.id);
    if (!user) throw notFound('the account');
    return okDocument(renderUser(asking, user));
  }),
];
