import { listProjectRights } from '../../access/permissions.ts';
import type { ProjectRight } from '../../access/workspace-rights.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StackRecord, StoredStack } from './stored.ts';

/** The stacks in whose project the caller has the right, in the given order: one look-up for each organization. */
export const filterStacks = async (
  ctx: RequestContext,
  stacks: readonly StackRecord[],
  right: ProjectRight,
): Promise<readonly StackRecord[]> => {
  const projects = await ctx.tx.getMany<StoredProject>('projects', [...new Set(stacks.map(({ body }) => body.project))]);
  const permitted = new Set<string>();
  for (const organization of new Set(projects.map(({ scope }) => scope))) {
    const own = projects.filter(({ scope }) => scope === organization);
    for (const [id, rights] of await listProjectRights(ctx, own)) if (rights.has(right)) permitted.add(id);
  }
  return stacks.filter(({ body }) => permitted.has(body.project));
};

/** The stack of the path. Throws 404 unless the caller has the right in its project. */
export const requireStack = async (ctx: RequestContext, right: ProjectRight): Promise<StackRecord> => {
  const id = ctx.params['stack_id']!;
  const stack = await ctx.tx.get<StoredStack>('stacks', id);
  const [permitted] = stack ? await filterStacks(ctx, [stack], right) : [];
  if (!permitted) throw notFound(`the stack ${id}`);
  return permitted;
};
