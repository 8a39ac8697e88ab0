import { stringValue } from '../../http/body-schemas.ts';
import { requireOwner } from '../../access/organization-owners.ts';
import { requireOrganization } from '../../access/permissions.ts';
import type { Organization } from '../../access/records.ts';
import { type TokenLifetimePolicy, type TokenType, tokenTypes } from '../../access/token-lifetimes.ts';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { type DocumentShape, describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { isObject, parseDocument } from '../../json-api/parse-document.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';

const type = 'organization-token-ttl-policies';
/** Milliseconds of two years: the default lifetime of a token in the hosted service. */
const usualMaxTtl = 63_072_000_000;
/** Milliseconds: a hundred years, so that every sum is a date. */
const greatestMaxTtl = 3_153_600_000_000;

const renderPolicies = async (ctx: RequestContext, { id, key, body }: StoredRecord<Organization>): Promise<readonly ResourceObject[]> => {
  const { records } = await ctx.tx.list<TokenLifetimePolicy>({ kind: 'token-ttl-policies', scope: key });
  return tokenTypes.map((tokenType) => {
    const policy = records.find((record) => record.key === tokenType)?.body;
    return {
      id: `ttlp-${id.slice('org-'.length)}.${tokenType}`,
      type,
      attributes: {
        'token-type': tokenType,
        'max-ttl-ms': policy?.maxTtl ?? usualMaxTtl,
        'created-at': policy?.createdAt ?? body.createdAt,
        'updated-at': policy?.updatedAt ?? body.createdAt,
      },
    };
  });
};

const respond = async (ctx: RequestContext, organization: StoredRecord<Organization>): Promise<RouteResponse> => {
  const page = parsePage(ctx);
  const all = await renderPolicies(ctx, organization);
  return renderResourcePage(ctx, page, all.length, all.slice(page.offset, page.offset + page.size));
};

interface SentPolicy {
  readonly 'token-type': TokenType;
  readonly 'max-ttl-ms': number;
}
const pointer = '/data/attributes/token-ttl-policies';

const findPolicyFaults = (policy: unknown, index: number): readonly ErrorObject[] => {
  if (!isObject(policy)) return [{ detail: 'expected an object', pointer: `${pointer}/${index}` }];
  const faults: ErrorObject[] = [];
  if (!(tokenTypes as readonly unknown[]).includes(policy['token-type']))
    faults.push({ detail: `expected ${tokenTypes.join(', ')}`, pointer: `${pointer}/${index}/token-type` });
  const maxTtl = policy['max-ttl-ms'];
  if (!Number.isInteger(maxTtl) || (maxTtl as number) < 1 || (maxTtl as number) > greatestMaxTtl)
    faults.push({ detail: `expected a whole number from 1 to ${greatestMaxTtl}`, pointer: `${pointer}/${index}/max-ttl-ms` });
  return faults;
};

const parsePolicies = (ctx: RequestContext): readonly SentPolicy[] => {
  const sent = parseDocument(ctx, type).attributes['token-ttl-policies'];
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > 100)
    throwIfInvalid([{ detail: 'expected a list of {"token-type", "max-ttl-ms"}', pointer }]);
  throwIfInvalid((sent as readonly unknown[]).flatMap(findPolicyFaults));
  return sent as readonly SentPolicy[];
};

/** Sets the policies that are sent; others are unchanged. */
const updatePolicies = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOrganization(ctx);
  requireOwner(ctx, organization.key);
  const updatedAt = ctx.clock.now().toISOString();
  for (const { 'token-type': key, 'max-ttl-ms': maxTtl } of parsePolicies(ctx)) {
    const old = await ctx.tx.getByKey<TokenLifetimePolicy>('token-ttl-policies', organization.key, key);
    const body = { organization: organization.key, maxTtl, createdAt: old?.body.createdAt ?? updatedAt, updatedAt };
    if (old) await ctx.tx.update<TokenLifetimePolicy>(old, { body });
    else await ctx.tx.insert({ id: ctx.newId('ttlp'), kind: 'token-ttl-policies', scope: organization.key, key, name: key, body });
  }
  return respond(ctx, organization);
};

const tokenType = { enum: tokenTypes } as const;
const maxTtl = { type: 'integer', minimum: 1, maximum: greatestMaxTtl, description: 'Milliseconds after the creation.' } as const;
const shape: DocumentShape = {
  type,
  attributes: { 'token-type': tokenType, 'max-ttl-ms': maxTtl, 'created-at': stringValue, 'updated-at': stringValue },
  required: ['token-type', 'max-ttl-ms', 'created-at', 'updated-at'],
};
const list = describeResponseList(shape);
const request = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['type', 'attributes'],
      properties: {
        type: { const: type },
        id: stringValue,
        attributes: {
          type: 'object',
          properties: {
            'token-ttl-policies': {
              type: 'array',
              items: { type: 'object', properties: { 'token-type': tokenType, 'max-ttl-ms': maxTtl } },
            },
          },
        },
      },
    },
  },
};
const path = '/organizations/{organization_name}/token-ttl-policies';

/** Routes of the maximum lifetimes of tokens; older tokens are refused. */
export const routes = [
  route(`GET ${path}`, async (ctx) => respond(ctx, await requireOrganization(ctx)), {
    description: { summary: 'Lists how long tokens of each type may live.', query: listParameters, responses: { 200: list } },
  }),
  route(`PATCH ${path}`, updatePolicies, {
    changesIdentity: true,
    description: {
      summary: 'Sets how long tokens may live; a token that is older is refused from then on.',
      query: listParameters,
      request,
      responses: { 200: list },
    },
  }),
];
