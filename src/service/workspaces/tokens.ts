import { type Doc, toOne } from '../json-api/document.ts';
import { isObject } from '../json-api/read.ts';
import { all, created, noContent, ok } from '../json-api/reply.ts';
import { notFound, unprocessable } from '../problem.ts';
import type { Token } from '../records.ts';
import { type Asking, type Reply, route } from '../route.ts';
import type { Rec, Transaction } from '../store/store.ts';
import { newSecret, newToken } from './founding.ts';
import { membershipIn, organizationHere } from './permissions.ts';
import { teamHere } from './teams.ts';

/** The secret is told once, in the answer that made it. */
const render = ({ id, body }: Rec<Token>, secret: string | null = null): Doc => ({
  id, type: 'authentication-tokens',
  attributes: { 'created-at': body.createdAt, 'last-used-at': null, description: body.description, token: secret, 'expired-at': body.expiresAt },
  relationships: { 'created-by': toOne('users', body.owner.kind === 'user' ? body.owner.id : null) },
});

type Owner = Token['owner'];
const tokensOf = async (asking: Asking, owner: Owner): Promise<readonly Rec<Token>[]> =>
  (await asking.tx.list<Token>({ kind: 'tokens', body: [{ path: 'owner.kind', is: owner.kind }, { path: 'owner.id', is: owner.id }] })).records;

const described = (asking: Asking): { readonly description: string; readonly expiresAt: string | null } => {
  const data = isObject(asking.body) && isObject(asking.body['data']) ? asking.body['data'] : {};
  const attributes = isObject(data['attributes']) ? data['attributes'] : {};
  const expires = attributes['expired-at'] ?? null;
  if (expires !== null && (typeof expires !== 'string' || Number.isNaN(Date.parse(expires)))) throw unprocessable('expected a time', '/data/attributes/expired-at');
  return { description: typeof attributes['description'] === 'string' ? attributes['description'] : '', expiresAt: expires === null ? null : new Date(expires).toISOString() };
};

const issue = async (asking: Asking<Transaction>, owner: Owner): Promise<Reply> => {
  const secret = newSecret();
  return created(render(await newToken(asking.tx, asking, { secret, owner, ...described(asking) }), secret));
};
/** Organizations and teams have one token: a new one takes the old one's place. */
const replace = async (asking: Asking<Transaction>, owner: Owner): Promise<Reply> => {
  for (const token of await tokensOf(asking, owner)) await asking.tx.delete('tokens', token.id);
  return issue(asking, owner);
};
const drop = async (asking: Asking<Transaction>, owner: Owner): Promise<Reply> => {
  const tokens = await tokensOf(asking, owner);
  if (tokens.length === 0) throw notFound('the token');
  for (const token of tokens) await asking.tx.delete('tokens', token.id);
  return noContent;
};
const show = async (asking: Asking, owner: Owner): Promise<Reply> => {
  const [token] = await tokensOf(asking, owner);
  if (!token) throw notFound('the token');
  return ok(render(token));
};

const organizationOwner = async (asking: Asking): Promise<Owner> => {
  const { body: { name } } = await organizationHere(asking);
  if (!membershipIn(asking, name)?.owner) throw notFound(`the organization "${name}"`);
  return { kind: 'organization', id: name };
};
const teamOwner = async (asking: Asking): Promise<Owner> => ({ kind: 'team', id: (await teamHere(asking, 'manage-teams')).id });
const self = (asking: Asking): Owner => {
  if (asking.caller.kind !== 'user' || asking.params['user_id'] !== asking.caller.id) throw notFound(`the user ${asking.params['user_id']}`);
  return { kind: 'user', id: asking.caller.id };
};

const [organizations, teams, users] = ['/organizations/{organization_name}/authentication-token', '/teams/{team_id}/authentication-token', '/users/{user_id}/authentication-tokens'];
const identity = { identity: true } as const;

/** Issuing tokens: outside the specification (gaps, section 2); the command line and the seed file do it as well. */
export const routes = [
  route(`POST ${organizations}`, async (asking) => replace(asking, await organizationOwner(asking)), identity),
  route(`GET ${organizations}`, async (asking) => show(asking, await organizationOwner(asking))),
  route(`DELETE ${organizations}`, async (asking) => drop(asking, await organizationOwner(asking)), identity),
  route(`POST ${teams}`, async (asking) => replace(asking, await teamOwner(asking)), identity),
  route(`GET ${teams}`, async (asking) => show(asking, await teamOwner(asking))),
  route(`DELETE ${teams}`, async (asking) => drop(asking, await teamOwner(asking)), identity),
  route(`POST ${users}`, async (asking) => issue(asking, self(asking)), identity),
  route(`GET ${users}`, async (asking) => all((await tokensOf(asking, self(asking))).map((token) => render(token)))),
  route('DELETE /authentication-tokens/{token_id}', async (asking) => {
    const token = await asking.tx.get<Token>('tokens', asking.params['token_id']!);
    if (!token || asking.caller.kind !== 'user' || token.body.owner.id !== asking.caller.id) throw notFound('the token');
    await asking.tx.delete('tokens', token.id);
    return noContent;
  }, identity),
];
