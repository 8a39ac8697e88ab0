import { getProjectRights, requireProjectRight } from '../../access/permissions.ts';
import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredProject } from './stored.ts';

/** Where workspaces may be moved to. Throws 404: who may not move there does not learn more about it. */
export const requireDestination = (ctx: RequestContext, project: StoredRecord<StoredProject>): Promise<void> =>
  requireProjectRight(ctx, 'move-workspace', project);

/**
 * A move needs the right on both projects (spec 1, Authentication 3). Throws 404 about the destination, and 403 about the source, whose
 * workspace the caller sees.
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
