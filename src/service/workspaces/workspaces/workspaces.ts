import { okDocument } from '../../json-api/responses.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { createWorkspace } from './create-workspace.ts';
import { forceDelete, safeDelete } from './delete-workspace.ts';
import { renderWorkspace } from './render-workspaces.ts';
import { requireWorkspace } from './require-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { updateWorkspace } from './update-workspace.ts';

const showWorkspace = async (ctx: RequestContext): Promise<RouteResponse> => {
  return okDocument(await renderWorkspace(ctx, await requireWorkspace(ctx, 'read-run')));
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
