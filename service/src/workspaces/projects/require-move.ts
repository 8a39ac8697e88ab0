import { getProjectRights, requireProjectRight } from '../../access/permissions.ts';
import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredProject } from './stored.ts';

/** Requires the right to move workspaces into the project. Throws 404 without it, so that nothing about the project is revealed. */
export const requireDestination = (ctx: RequestContext, project: StoredRecord<StoredProject>): Promise<void> =>
  requireProjectRight(ctx, 'move-workspace', project);

/**
 * Requires the right to move on both projects (spec 1, Authentication 3). Throws 404 for the destination, and 403 for the source, whose
 * workspace the caller can see.
 */
export const requireMove = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  destination: StoredRecord<StoredProject>,
): Promise<void> => {
  await requireDestination(ctx, destination);
  const source = await ctx.tx.get<StoredProject>('projects', workspace.body.project);
  if (source && !(await getProjectRights(ctx, source)).has('move-workspace'))
    throw forbidden(
      `this token may not move the workspace ${workspace.id} out of its project: that needs the right to move workspaces there`,
    );
};
