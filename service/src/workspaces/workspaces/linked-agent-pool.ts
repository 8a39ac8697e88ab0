import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { isObject, type JsonObject, parseToOne } from '../../json-api/parse-document.ts';

/**
 * A request that names its agent pool as a relationship, as responses do, in the words of the attribute. Throws 422 where the two name
 * different pools.
 */
export const applyLinkedAgentPool = <C extends Pick<RequestContext, 'dialect' | 'body'>>(ctx: C): C => {
  const data = isObject(ctx.body) ? ctx.body['data'] : undefined;
  if (!isObject(data) || !isObject(data['relationships'])) return ctx;
  const { 'agent-pool': _, ...relationships } = data['relationships'];
  const linked = parseToOne(ctx, data['relationships'], 'agent-pool', 'agent-pools');
  if (linked === undefined) return ctx;
  const attributes = isObject(data['attributes']) ? data['attributes'] : {};
  const [pool, named] = [linked?.id || null, attributes['agent-pool-id']];
  if (named !== undefined && (named || null) !== pool)
    throw unprocessable('agent-pool-id names another agent pool than this', '/data/relationships/agent-pool/data/id');
  const next = { ...data, attributes: { ...attributes, 'agent-pool-id': pool }, relationships };
  return { ...ctx, body: { ...(ctx.body as JsonObject), data: next } };
};
