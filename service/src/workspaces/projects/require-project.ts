import { requireProjectRight } from '../../access/permissions.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredProject } from './stored.ts';

/** The project of the path, 404 unless the caller may read it. */
export const requireProject = async (ctx: RequestContext, parameter = 'project_id'): Promise<StoredRecord<StoredProject>> => {
  const id = ctx.params[parameter]!;
  const project = await ctx.tx.get<StoredProject>('projects', id);
  if (!project) throw notFound(`the project ${id}`);
  await requireProjectRight(ctx, 'read', project);
  return project;
};
