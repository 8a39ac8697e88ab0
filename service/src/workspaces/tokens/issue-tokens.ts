import type { ApiToken } from '../../access/records.ts';
import { readMaxTtl, resolveTokenType } from '../../access/token-lifetimes.ts';
import { notFound, Problem, unprocessable } from '../../http/problem.ts';
import type { RequestContext, RouteResponse, TokenPurpose } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { createApiToken, generateTokenSecret } from '../organizations/bootstrap.ts';
import { renderToken } from './render-tokens.ts';

/** The owner and the kind of a token: an organization has one of each kind. */
export interface TokenHolder {
  readonly owner: ApiToken['owner'];
  readonly purpose?: TokenPurpose;
  /** The organization whose policies hold; absent: none. */
  readonly organization?: string;
  /** One of several, which replaces none. */
  readonly several?: true;
}

export const filterTokens = (kind: ApiToken['owner']['kind'], ids: string | readonly string[]): RecordFilter => ({
  kind: 'tokens',
  body: [
    { path: 'owner.kind', is: kind },
    { path: 'owner.id', is: ids },
  ],
});

const listTokens = async (ctx: RequestContext, { owner, purpose, several }: TokenHolder): Promise<readonly StoredRecord<ApiToken>[]> =>
  (await ctx.tx.list<ApiToken>(filterTokens(owner.kind, owner.id))).records.filter(
    ({ body }) => body.purpose === purpose && body.several === several,
  );

const maxDescriptionLength = 1024;
const parseDescription = (attributes: { readonly [name: string]: unknown }): string => {
  const description = attributes['description'] ?? '';
  if (typeof description !== 'string' || [...description].length > maxDescriptionLength)
    throw unprocessable(`expected text of at most ${maxDescriptionLength} characters`, '/data/attributes/description');
  return description;
};

/** Adds two calendar years: the default lifetime of a token in the hosted service. */
const addTwoYears = (now: number): number => {
  const date = new Date(now);
  return date.setUTCFullYear(date.getUTCFullYear() + 2);
};

/** When a new token expires: the requested time, else the default by the organization's policy or of the hosted service. Throws 422. */
const parseExpiry = async (
  ctx: RequestContext,
  holder: TokenHolder,
  attributes: { readonly [name: string]: unknown },
): Promise<string | null> => {
  const { 'expired-at': expires } = attributes;
  const pointer = '/data/attributes/expired-at';
  if (expires !== null && expires !== undefined && (typeof expires !== 'string' || Number.isNaN(Date.parse(expires))))
    throw unprocessable('expected a time', pointer);
  const type = resolveTokenType(holder);
  const maxTtl = type === undefined || holder.organization === undefined ? undefined : await readMaxTtl(ctx.tx, holder.organization, type);
  const now = ctx.clock.now().getTime();
  if (typeof expires === 'string') {
    if (maxTtl !== undefined && Date.parse(expires) > now + maxTtl)
      throw unprocessable(`the organization lets these tokens live until ${new Date(now + maxTtl).toISOString()} at most`, pointer);
    return new Date(expires).toISOString();
  }
  const usual = ctx.dialect === 'hosted' && expires === undefined ? addTwoYears(now) : Number.POSITIVE_INFINITY;
  const end = Math.min(now + (maxTtl ?? Number.POSITIVE_INFINITY), usual);
  return Number.isFinite(end) ? new Date(end).toISOString() : null;
};

/**
 * Requires, as the hosted service does, that no other token of a team has the description: clients tell a team's tokens apart by it. The
 * Go client compares the title and the sentence. Throws 422.
 */
const requireOwnDescription = async (ctx: RequestContext, holder: TokenHolder, description: string): Promise<void> => {
  if (ctx.dialect !== 'hosted' || !holder.several || holder.owner.kind !== 'team' || description === '') return;
  if (!(await listTokens(ctx, holder)).some(({ body }) => body.description === description)) return;
  const fault = { detail: 'Validation failed: Description has already been taken', pointer: '/data/attributes/description' };
  throw new Problem(422, [fault], {}, 'invalid attributes');
};

export const issueToken = async (ctx: RequestContext<Transaction>, holder: TokenHolder): Promise<RouteResponse> => {
  const data = isObject(ctx.body) && isObject(ctx.body['data']) ? ctx.body['data'] : {};
  const attributes = isObject(data['attributes']) ? data['attributes'] : {};
  const secret = generateTokenSecret();
  const description = parseDescription(attributes);
  await requireOwnDescription(ctx, holder, description);
  const { organization: _organization, ...rest } = holder;
  const token = await createApiToken(ctx.tx, ctx, {
    secret,
    ...rest,
    description,
    expiresAt: await parseExpiry(ctx, holder, attributes),
    createdBy: { kind: ctx.caller.kind, id: ctx.caller.id },
  });
  return createdDocument(renderToken(token, secret));
};
/** Organizations and teams have one token of a kind: a new one replaces it. */
export const replaceToken = async (ctx: RequestContext<Transaction>, holder: TokenHolder): Promise<RouteResponse> => {
  for (const token of await listTokens(ctx, holder)) await ctx.tx.delete('tokens', token.id);
  return issueToken(ctx, holder);
};
export const revokeTokens = async (ctx: RequestContext<Transaction>, holder: TokenHolder): Promise<RouteResponse> => {
  const tokens = await listTokens(ctx, holder);
  if (tokens.length === 0) throw notFound('the token');
  for (const token of tokens) await ctx.tx.delete('tokens', token.id);
  return noContent;
};
export const showToken = async (ctx: RequestContext, holder: TokenHolder): Promise<RouteResponse> => {
  const [token] = await listTokens(ctx, holder);
  if (!token) throw notFound('the token');
  return okDocument(renderToken(token));
};
