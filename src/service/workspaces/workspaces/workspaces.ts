import { included } from '../../json-api/include.ts';
import { ok } from '../../json-api/reply.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import { create } from './creation.ts';
import { forceDelete, safeDelete } from './deletion.ts';
import { renderWorkspace } from './document.ts';
import { workspaceHere } from './here.ts';
import { workspaceLoaders } from './included.ts';
import { list } from './list.ts';
import { update } from './update.ts';

const show = async (asking: Asking): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'read-run');
  return ok(await renderWorkspace(asking, workspace), await included(asking, workspaceLoaders(asking), [workspace]));
};

const [byId, byName] = ['/workspaces/{workspace_id}', '/organizations/{organization_name}/workspaces/{name}'];

export const routes = [
  route('POST /organizations/{organization_name}/workspaces', create),
  route('GET /organizations/{organization_name}/workspaces', list),
  route(`GET ${byId}`, show),
  route(`GET ${byName}`, show),
  route(`PATCH ${byId}`, update),
  route(`PATCH ${byName}`, update),
  route(`POST ${byId}/actions/safe-delete`, safeDelete, { plain: true }),
  route(`POST ${byName}/actions/safe-delete`, safeDelete, { plain: true }),
  route(`DELETE ${byId}`, forceDelete),
  route(`DELETE ${byName}`, forceDelete),
];
