import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { type JsonObject, parseToOne } from '../../json-api/parse-document.ts';

/**
 * The pool that a request names, by attribute or relationship: undefined where it names none, null (or an empty text) for no pool.
 * Throws 422 for a pool of another organization.
 */
export const parseDefaultAgentPool = async (
  ctx: RequestContext,
  organization: string,
  attributes: JsonObject,
  relationships: JsonObject,
): Promise<string | null | undefined> => {
  const linked = parseToOne(ctx, relationships, 'default-agent-pool', 'agent-pools');
  const sent = attributes['default-agent-pool-id'] as string | null | undefined;
  const [pool, pointer] =
    linked === undefined
      ? [sent === '' ? null : sent, '/data/attributes/default-agent-pool-id']
      : [linked?.id || null, '/data/relationships/default-agent-pool/data/id'];
  if (pool && (await ctx.tx.get('agent-pools', pool))?.scope !== organization)
    throw unprocessable('expected an agent pool of this organization', pointer);
  return pool;
};
