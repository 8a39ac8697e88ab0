import { loadIncluded } from '../../json-api/include.ts';
import { okDocument } from '../../json-api/reply.ts';
import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import { createWorkspace } from './creation.ts';
import { forceDelete, safeDelete } from './deletion.ts';
import { renderWorkspace } from './document.ts';
import { requireWorkspace } from './here.ts';
import { createWorkspaceLoaders } from './included.ts';
import { listWorkspaces } from './list.ts';
import { updateWorkspace } from './update.ts';

const showWorkspace = async (asking: RequestContext): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(asking, 'read-run');
  return okDocument(await renderWorkspace(asking, workspace), await loadIncluded(asking, createWorkspaceLoaders(asking), [workspace]));
};

const [byId, byName] = ['/workspaces/{workspace_id}', '/organizations/{organization_name}/workspaces/{name}'];

export const routes = [
  route('POST /organizations/{organization_name}/workspaces', createWorkspace),
  route('GET /organizations/{organization_name}/workspaces', listWorkspaces),
  route(`GET ${byId}`, showWorkspace),
  route(`GET ${byName}`, showWorkspace),
  route(`PATCH ${byId}`, updateWorkspace),
  route(`PATCH ${byName}`, updateWorkspace),
  route(`POST ${byId}/actions/safe-delete`, safeDelete, { plainJson: true }),
  route(`POST ${byName}/actions/safe-delete`, safeDelete, { plainJson: true }),
  route(`DELETE ${byId}`, forceDelete),
  route(`DELETE ${byName}`, forceDelete),
];
