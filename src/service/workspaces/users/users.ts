import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocument } from '../../json-api/responses.ts';
import { forbidden, notFound } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';

const renderUser = (ctx: RequestContext, { id, body }: StoredRecord<User>): ResourceObject => ({
  id,
  type: 'users',
  attributes: { username: body.name, ...(id === ctx.caller.id ? { email: body.email } : {}), 'is-service-account': false },
});

const listOrganizationNames = async (ctx: RequestContext, user: string): Promise<readonly string[]> =>
  (
    await ctx.tx.getMany(
      'organizations',
      (await ctx.tx.listLinks('organization-members', { to: user })).map(({ from }) => from),
    )
  ).map(({ key }) => key);

/** Oneself, and whoever shares an organization with the caller. */
const requireUser = async (ctx: RequestContext): Promise<StoredRecord<User>> => {
  const id = ctx.params['user_id']!;
  const user = await ctx.tx.get<User>('users', id);
  const ownOrganizations = ctx.caller.memberships.map(({ organization }) => organization);
  if (!user || (id !== ctx.caller.id && !(await listOrganizationNames(ctx, id)).some((name) => ownOrganizations.includes(name))))
    throw notFound(`the user ${id}`);
  return user;
};

export const routes = [
  route('GET /users/{user_id}', async (ctx) => okDocument(renderUser(ctx, await requireUser(ctx)))),
  route('GET /account/details', async (ctx) => {
    if (ctx.caller.kind !== 'user') throw forbidden('only a user has an account');
    const user = await ctx.tx.get<User>('users', ctx.caller.id);
    if (!user) throw notFound('the account');
    return okDocument(renderUser(ctx, user));
  }),
];
