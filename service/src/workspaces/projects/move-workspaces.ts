import { getWorkspaceRights } from '../../access/permissions.ts';
import { setWorkspaceProject } from '../../access/project-workspaces.ts';
import { unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { indexWorkspaceTags } from '../tags/effective-tags.ts';
import { detachForeignSets } from '../variable-sets/attachment.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { moveWorkspacesDescription } from './descriptions.ts';
import { requireDestination, requireMove } from './require-move.ts';
import { requireProject } from './require-project.ts';

/** Moves all of the workspaces, or none. */
const moveWorkspaces = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { tx } = ctx;
  const project = await requireProject(ctx);
  await requireDestination(ctx, project);
  const ids = parseIds(ctx, 'workspaces');
  const found = new Map((await tx.getMany<StoredWorkspace>('workspaces', ids)).map((workspace) => [workspace.id, workspace]));
  for (const [index, id] of ids.entries()) {
    const workspace = found.get(id);
    if (workspace?.scope !== project.scope || !(await getWorkspaceRights(ctx, workspace)).has('read-run'))
      throw unprocessable(`${id} is no workspace of the organization "${project.scope}" that this token may see`, `/data/${index}/id`);
    if (workspace.body.project === project.id) continue;
    await requireMove(ctx, workspace, project);
    const body = { ...workspace.body, project: project.id, updatedAt: ctx.clock.now().toISOString() };
    const moved = await tx.update<StoredWorkspace>(workspace, { body });
    await setWorkspaceProject(tx, id, project.id);
    await detachForeignSets(tx, id, project.id);
    await indexWorkspaceTags(tx, moved, project.body);
  }
  return noContent;
};

export const routes = [
  route('POST /projects/{project_id}/relationships/workspaces', moveWorkspaces, { description: moveWorkspacesDescription }),
];
