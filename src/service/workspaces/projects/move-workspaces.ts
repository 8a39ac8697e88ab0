import { getWorkspaceRights, requireProjectRight } from '../../access/permissions.ts';
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
import { requireProject } from './require-project.ts';
import type { StoredProject } from './stored.ts';

/** A move needs the right on both projects (spec 1, Authentication 3). */
const moveWorkspaces = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { tx } = ctx;
  const project = await requireProject(ctx);
  await requireProjectRight(ctx, 'move-workspace', project);
  const ids = parseIds(ctx, 'workspaces');
  const found = new Map((await tx.getMany<StoredWorkspace>('workspaces', ids)).map((workspace) => [workspace.id, workspace]));
  for (const [index, id] of ids.entries()) {
    const workspace = found.get(id);
    if (workspace?.scope !== project.scope || !(await getWorkspaceRights(ctx, workspace)).has('read-run'))
      throw unprocessable(`${id} is no workspace of the organization "${project.scope}" that this token may see`, `/data/${index}/id`);
    if (workspace.body.project === project.id) continue;
    await requireProjectRight(ctx, 'move-workspace', (await tx.get<StoredProject>('projects', workspace.body.project))!);
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
