import { createHash } from 'node:crypto';
import { hashOf } from '../../caller.ts';
import { forbidden } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { newSecret, newToken } from '../founding.ts';
import { form } from '../pages/html.ts';
import { authorizationPath, tokenPath } from './paths.ts';
import { formOf, requestIn } from './request.ts';

/** Kind `login-codes`, key the hash of the code. It is good once, and for five minutes. */
interface LoginCode { readonly user: string; readonly challenge: string; readonly redirect: string; readonly until: string }
const lifetime = 5 * 60_000;

const person = ({ caller }: Asking): string => {
  if (caller.kind !== 'user') throw forbidden('a person logs in: this needs a user\'s token, and this one is a team\'s or an organization\'s');
  return caller.id;
};

/** Asks the person, whom the browser has asked for a token, whether the program may have one of its own. */
const ask = async (asking: Asking): Promise<Reply> => {
  person(asking);
  const { redirect } = requestIn(asking.query);
  return form({
    title: 'Log in a command-line program', action: authorizationPath, hidden: asking.query, button: 'Give it a token',
    notes: [`A program that listens at ${redirect} asks for an API token of ${asking.caller.name}. Give it one only if you have just started it yourself.`],
  });
};

const agree = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { redirect, state, challenge } = requestIn(formOf(asking.body));
  const code = newSecret();
  const id = asking.newId('code');
  const until = new Date(asking.clock.now().getTime() + lifetime).toISOString();
  await asking.tx.insert<LoginCode>({ id, kind: 'login-codes', scope: '', key: hashOf(code), name: '', body: { user: person(asking), challenge, redirect, until } });
  const back = new URL(redirect);
  back.searchParams.set('code', code);
  if (state !== '') back.searchParams.set('state', state);
  return { status: 303, headers: { location: back.href, 'cache-control': 'no-store' } };
};

const refused = (error: string, description: string): Reply =>
  ({ status: 400, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body: { error, error_description: description } });

/** The code for a token (RFC 6749, 4.1.3). A code that is tried is spent. */
const trade = async (asking: Asking<Transaction>): Promise<Reply> => {
  const sent = formOf(asking.body);
  if (sent.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type', 'expected authorization_code');
  const record = await asking.tx.byKey<LoginCode>('login-codes', '', hashOf(sent.get('code') ?? ''));
  if (!record) return refused('invalid_grant', 'there is no such code, or it was used already');
  await asking.tx.delete('login-codes', record.id);
  const { user, challenge, redirect, until } = record.body;
  const proof = createHash('sha256').update(sent.get('code_verifier') ?? '').digest('base64url');
  if (proof !== challenge || sent.get('redirect_uri') !== redirect || asking.clock.now() >= new Date(until))
    return refused('invalid_grant', 'the code is over, or it was given to another program');
  const secret = newSecret();
  await newToken(asking.tx, asking, { secret, owner: { kind: 'user', id: user }, description: 'terraform login' });
  return { status: 200, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body: { access_token: secret, token_type: 'bearer' } };
};

/** `terraform login`: an authorization code with proof of possession, for people with a browser. */
export const routes = [
  route(`GET ${authorizationPath}`, ask, { root: true, page: true }),
  route(`POST ${authorizationPath}`, agree, { root: true, page: true, bytes: true }),
  route(`POST ${tokenPath}`, trade, { root: true, open: true, bytes: true, identity: true }),
];
