import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import { arrayValue, enumValue, freeObject, objectValue, stringValue, fileContent, jsonContent } from '../../http/body-schemas.ts';
import { createHash } from 'node:crypto';
import { sha256Hex } from '../../access/callers.ts';
import { forbidden, StandardRefusal } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { generateTokenSecret, createApiToken } from '../organizations/bootstrap.ts';
import { renderHtmlForm } from '../pages/html.ts';
import { consentField, createConsent, rejectOtherPages, requireConsent } from './consent.ts';
import { authorizationPath, clientId, tokenPath } from './paths.ts';
import { parseForm, parseLoginRequest } from './parse-login-request.ts';

/** Kind `login-codes`, key the hash of the code. It is good once, and for five minutes. */
interface LoginCode {
  readonly user: string;
  readonly challenge: string;
  readonly redirect: string;
  readonly until: string;
}
const codeLifetime = 5 * 60_000;

const requirePerson = ({ caller }: RequestContext): string => {
  if (caller.kind !== 'user') throw forbidden("a person logs in: this needs a user's token, and this one is a team's or an organization's");
  return caller.id;
};

/** The consent form. The browser has prompted the person for a token. */
const showConsent = async (ctx: RequestContext): Promise<RouteResponse> => {
  requirePerson(ctx);
  const request = parseLoginRequest(ctx.query);
  const { redirect, state, challenge } = request;
  return renderHtmlForm({
    title: 'Log in a command-line program',
    action: authorizationPath,
    hidden: [
      ['client_id', clientId],
      ['response_type', 'code'],
      ['redirect_uri', redirect],
      ['state', state],
      ['code_challenge', challenge],
      ['code_challenge_method', 'S256'],
      [consentField, createConsent(ctx, request)],
    ],
    button: 'Give it a token',
    notes: [
      `A program that listens at ${redirect} asks for an API token of ${ctx.caller.name}. ` +
        'Give it one only if you have just started it yourself.',
    ],
  });
};

const giveConsent = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  rejectOtherPages(ctx);
  const form = parseForm(ctx.body);
  const request = parseLoginRequest(form);
  requireConsent(ctx, request, form.get(consentField) ?? '');
  const { redirect, state, challenge } = request;
  const code = generateTokenSecret();
  const id = ctx.newId('code');
  const until = new Date(ctx.clock.now().getTime() + codeLifetime).toISOString();
  await ctx.tx.insert<LoginCode>({
    id,
    kind: 'login-codes',
    scope: '',
    key: sha256Hex(code),
    name: '',
    body: { user: requirePerson(ctx), challenge, redirect, until },
  });
  const back = new URL(redirect);
  back.searchParams.set('code', code);
  if (state !== '') back.searchParams.set('state', state);
  return { status: 303, headers: { location: back.href, 'cache-control': 'no-store' } };
};

const createOauthError = (error: string, description: string): RouteResponse => ({
  status: 400,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: { error, error_description: description },
});

/** The code for a token (RFC 6749, 4.1.3). A code that is tried is spent. */
const exchangeCode = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const form = parseForm(ctx.body);
  // Anybody can send this request: without an existing code nothing is written.
  if (form.get('grant_type') !== 'authorization_code')
    throw new StandardRefusal(createOauthError('unsupported_grant_type', 'expected authorization_code'));
  const record = await ctx.tx.getByKey<LoginCode>('login-codes', '', sha256Hex(form.get('code') ?? ''));
  if (!record) throw new StandardRefusal(createOauthError('invalid_grant', 'there is no such code, or it was used already'));
  await ctx.tx.delete('login-codes', record.id);
  const { user, challenge, redirect, until } = record.body;
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (proof !== challenge || form.get('redirect_uri') !== redirect || ctx.clock.now() >= new Date(until))
    return createOauthError('invalid_grant', 'the code is over, or it was given to another program');
  const secret = generateTokenSecret();
  await createApiToken(ctx.tx, ctx, { secret, owner: { kind: 'user', id: user }, description: 'terraform login' });
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: { access_token: secret, token_type: 'bearer' },
  };
};

/** A form of a consent or of a code has some hundred bytes. */
const maxFormBytes = 64 * 1024;

const consentDescription: OperationDescription = {
  summary: 'Asks a person whether a program gets a token (RFC 6749, section 4.1.1; RFC 7636).',
  query: {
    client_id: textParameter('The client of discovery.'),
    response_type: { doc: 'The grant.', schema: enumValue('code') },
    redirect_uri: textParameter('Where the program listens, on this machine.'),
    state: textParameter('Returned with the code; at most 512 characters.'),
    code_challenge: textParameter('The SHA-256 of the verifier in base64url.'),
    code_challenge_method: { doc: 'How the challenge was made.', schema: enumValue('S256') },
    scope: textParameter('It has no effect: a token has the rights of its user.'),
  },
  responses: { 200: fileContent('text/html') },
};

/** `terraform login`: an authorization code with proof of possession, for people with a browser. */
export const routes = [
  route(`GET ${authorizationPath}`, showConsent, { atRoot: true, browser: true, description: consentDescription }),
  route(`POST ${authorizationPath}`, giveConsent, {
    atRoot: true,
    browser: true,
    binaryBody: true,
    maxBodyBytes: maxFormBytes,
    description: { summary: 'Gives the program an authorization code, by a redirect.', responses: { 303: null } },
  }),
  route(`POST ${tokenPath}`, exchangeCode, {
    atRoot: true,
    anonymous: true,
    binaryBody: true,
    maxBodyBytes: maxFormBytes,
    changesIdentity: true,
    description: {
      summary: 'Exchanges an authorization code for a token (RFC 6749, section 4.1.3).',
      responses: {
        200: jsonContent(objectValue({ access_token: stringValue, token_type: enumValue('bearer') })),
        400: {
          anyOf: [objectValue({ error: stringValue, error_description: stringValue }), objectValue({ errors: arrayValue(freeObject) })],
        },
      },
    },
  }),
];
