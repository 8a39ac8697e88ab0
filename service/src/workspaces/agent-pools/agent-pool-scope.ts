import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { linkKindOf } from '../../nouns/relationships/load-relationships.ts';
import { agentPool } from './agent-pools.ts';

/** A workspace that is to use a pool; without `id`: one that is being created. */
export interface PoolUser {
  readonly id?: string;
  readonly project: string;
}

/** Whether the pool is for the whole organization, the project or the workspace, and does not exclude the workspace. */
export const isInPoolScope = async (ctx: RequestContext, pool: string, { id, project }: PoolUser): Promise<boolean> => {
  const linksTo = async (relationship: string): Promise<ReadonlySet<string>> =>
    new Set((await ctx.tx.listLinks(linkKindOf(agentPool, relationship), { from: pool })).map(({ to }) => to));
  if (id !== undefined && (await linksTo('excluded-workspaces')).has(id)) return false;
  const record = await ctx.tx.get<NounBody>('agent-pools', pool);
  if (record?.body['organizationScoped'] !== false) return true;
  if ((await linksTo('allowed-projects')).has(project)) return true;
  return id !== undefined && (await linksTo('allowed-workspaces')).has(id);
};

/** Throws 422 for a pool that this workspace may not use. */
export const requirePoolScope = async (ctx: RequestContext, pool: string | undefined, user: PoolUser): Promise<void> => {
  if (pool !== undefined && !(await isInPoolScope(ctx, pool, user)))
    throw unprocessable(`${pool} is not for this workspace: its allowed or excluded workspaces say so`, '/data/attributes/agent-pool-id');
};
