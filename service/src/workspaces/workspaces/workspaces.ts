import {
  createWorkspaceDescription,
  forceDeleteDescription,
  listWorkspacesDescription,
  safeDeleteDescription,
  showWorkspaceDescription,
  updateWorkspaceDescription,
} from './descriptions.ts';
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
  route('POST /organizations/{organization_name}/workspaces', createWorkspace, { looksUp: true, description: createWorkspaceDescription }),
  route('GET /organizations/{organization_name}/workspaces', listWorkspaces, { description: listWorkspacesDescription }),
  route(`GET ${byId}`, showWorkspace, { purposes: ['run'], repeatable: true, description: showWorkspaceDescription }),
  route(`GET ${byName}`, showWorkspace, { purposes: ['run'], repeatable: true, description: showWorkspaceDescription }),
  route(`PATCH ${byId}`, updateWorkspace, { looksUp: true, description: updateWorkspaceDescription }),
  route(`PATCH ${byName}`, updateWorkspace, { looksUp: true, description: updateWorkspaceDescription }),
  route(`POST ${byId}/actions/safe-delete`, safeDelete, { plainJson: true, description: safeDeleteDescription }),
  route(`POST ${byName}/actions/safe-delete`, safeDelete, { plainJson: true, description: safeDeleteDescription }),
  route(`DELETE ${byId}`, forceDelete, { description: forceDeleteDescription }),
  route(`DELETE ${byName}`, forceDelete, { description: forceDeleteDescription }),
];
