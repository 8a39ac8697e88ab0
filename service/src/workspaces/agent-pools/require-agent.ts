import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredAgent } from './agent-status.ts';

/** The agent of the path, for a token of its pool. Throws 404 for every other. `ofJob`: also for the token of one of its jobs. */
export const requireOwnAgent = async (ctx: RequestContext, ofJob = false): Promise<StoredRecord<StoredAgent>> => {
  const id = ctx.params['agent_id']!;
  const { agentPool, agentJob } = ctx.caller;
  const agent = agentPool === undefined || (agentJob !== undefined && !ofJob) ? undefined : await ctx.tx.get<StoredAgent>('agents', id);
  if (!agent || agent.scope !== agentPool) throw notFound(`the agent ${id}`);
  return agent;
};
