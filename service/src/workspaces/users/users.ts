import { stringValue } from '../../http/body-schemas.ts';
import { describeResponseDocument, includeParameter, describeRequestDocument } from '../../json-api/describe-document.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { okDocument } from '../../json-api/responses.ts';
import { forbidden, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { loadUserDocuments } from './load-users.ts';
import { renderServiceUser, renderUsers, userShape } from './render-users.ts';

const showUser = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = ctx.params['user_id']!;
  const [user] = await loadUserDocuments(ctx, [id]);
  if (!user) throw notFound(`the user ${id}`);
  return okDocument(user);
};

const requireAccount = async (ctx: RequestContext): Promise<StoredRecord<User>> => {
  if (ctx.caller.kind !== 'user') throw forbidden('only a user has an account that can be changed');
  const user = await ctx.tx.get<User>('users', ctx.caller.id);
  if (!user) throw notFound('the account');
  return user;
};
const showAccount = async (ctx: RequestContext): Promise<RouteResponse> =>
  ctx.caller.kind === 'user' ? renderAccount(ctx, await requireAccount(ctx)) : okDocument(await renderServiceUser(ctx));
const renderAccount = async (ctx: RequestContext, user: StoredRecord<User>): Promise<RouteResponse> =>
  okDocument((await renderUsers(ctx, [user]))[0]!);

/** Requires that the name is not reserved for the person in a pending invitation. Throws 422. */
const requireFreeName = async (ctx: RequestContext, name: string): Promise<void> => {
  const invited = await ctx.tx.list({ kind: 'organization-memberships', keys: [name.toLowerCase()], body: [{ path: 'user', is: null }] });
  if (invited.total > 0) throw unprocessable(`"${name}" has already been taken`, '/data/attributes/username');
};

/** Changes the own name; another address is kept until it is confirmed, which decides which invitations are for the user. */
const updateAccount = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const user = await requireAccount(ctx);
  const { attributes } = parseDocument(ctx, 'users');
  throwIfInvalid(validateTypes(attributes, { username: 'name!', email: 'name!' }, false));
  const { username = user.body.name, email } = attributes as { readonly username?: string; readonly email?: string };
  if (email !== undefined && !email.includes('@'))
    throw unprocessable('Email is invalid: expected an email address', '/data/attributes/email');
  if (username !== user.body.name) await requireFreeName(ctx, username);
  const { unconfirmedEmail, ...rest } = user.body;
  const wanted = email === undefined ? unconfirmedEmail : email === user.body.email ? undefined : email;
  const body: User = { ...rest, name: username, ...(wanted === undefined ? {} : { unconfirmedEmail: wanted }) };
  return renderAccount(ctx, await ctx.tx.update<User>(user, { body, key: username, name: username }));
};

const refusePassword = async (ctx: RequestContext): Promise<RouteResponse> => {
  await requireAccount(ctx);
  parseDocument(ctx, 'users');
  throw unprocessable('users of this service have no password: they use tokens', '/data/attributes/password');
};

const one = { 200: describeResponseDocument(userShape) };
const query = { include: includeParameter };
const accountRequest = describeRequestDocument({ type: 'users', attributes: { username: stringValue, email: stringValue } });
const passwordRequest = describeRequestDocument({
  type: 'users',
  attributes: { current_password: stringValue, password: stringValue, password_confirmation: stringValue },
});

export const routes = [
  route(
    'GET /account/hcp-organizations/{hcp_organization_id}',
    async (ctx) => {
      throw notFound(`the organization ${ctx.params['hcp_organization_id']}`);
    },
    {
      description: {
        summary: 'An organization of the cloud of the vendor: there is none.',
        responses: { 200: describeResponseDocument({ type: 'hcp-organizations', attributes: {} }) },
      },
    },
  ),
  route('GET /users/{user_id}', showUser, { description: { summary: 'A user of an organization of yours.', query, responses: one } }),
  route('GET /account/details', showAccount, {
    description: {
      summary: 'Your own account; for the token of a team or an organization, the user that stands for it.',
      query,
      responses: one,
    },
  }),
  route('PATCH /account/update', updateAccount, {
    changesIdentity: true,
    description: { summary: 'Changes the name or the address of your account.', query, request: accountRequest, responses: one },
  }),
  route('PATCH /account/password', refusePassword, {
    description: {
      summary: 'Changes the password; users of this service have none, so that it is always refused.',
      request: passwordRequest,
      responses: one,
    },
  }),
];
