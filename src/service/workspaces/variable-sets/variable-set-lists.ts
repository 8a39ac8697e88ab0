import { loadIncluded } from '../../json-api/include.ts';
import { listResources } from '../../json-api/page.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireWorkspaceRight, requireOrganization } from '../../access/permissions.ts';
import { requireProject } from '../projects/projects.ts';
import type { WorkspaceSummary, StoredVariableSet } from '../stored.ts';
import { listVisibleVariableSets } from './require-variable-set.ts';
import { renderVariableSets, createVariableSetLoaders } from './render-variable-sets.ts';

/** One page of the organization's sets: all the caller may see, or those of `ids`. `q` searches by name. */
const listVariableSets = async (asking: RequestContext, organization: string, ids?: readonly string[]): Promise<RouteResponse> => {
  const seen = ids === undefined ? await listVisibleVariableSets(asking, organization, 'read-run') : undefined;
  const among = ids ?? (seen && [...seen]);
  const q = asking.query.get('q');
  const loaders = createVariableSetLoaders(asking);
  return listResources<StoredVariableSet>(
    asking,
    { kind: 'varsets', scope: organization, ...(among ? { ids: among } : {}), ...(q ? { nameContains: q } : {}) },
    (sets) => renderVariableSets(asking, sets),
    { include: (sets) => loadIncluded(asking, loaders, sets) },
  );
};

const listGlobalSets = async (asking: RequestContext, organization: string): Promise<readonly string[]> =>
  (await asking.tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'global', is: true }] })).records.map((set) => set.id);
const listAttachedSets = async (
  asking: RequestContext,
  kind: 'varset-workspaces' | 'varset-projects',
  to: string,
): Promise<readonly string[]> => (await asking.tx.listLinks(kind, { to })).map((link) => link.from);

/** Ids of the sets whose variables a workspace has: global ones, its own, its project's. */
export const listWorkspaceVariableSets = async (
  asking: RequestContext,
  workspace: { readonly id: string; readonly scope: string; readonly body: WorkspaceSummary },
): Promise<readonly string[]> => [
  ...new Set([
    ...(await listGlobalSets(asking, workspace.scope)),
    ...(await listAttachedSets(asking, 'varset-workspaces', workspace.id)),
    ...(await listAttachedSets(asking, 'varset-projects', workspace.body.project)),
  ]),
];

export const routes = [
  route('GET /organizations/{organization_name}/varsets', async (asking) =>
    listVariableSets(asking, (await requireOrganization(asking)).body.name),
  ),
  route('GET /projects/{project_id}/varsets', async (asking) => {
    const { id, scope } = await requireProject(asking);
    const owned = (await asking.tx.list({ kind: 'varsets', scope, body: [{ path: 'parent.id', is: id }] })).records.map((set) => set.id);
    return listVariableSets(asking, scope, [
      ...new Set([...(await listGlobalSets(asking, scope)), ...(await listAttachedSets(asking, 'varset-projects', id)), ...owned]),
    ]);
  }),
  route('GET /workspaces/{workspace_id}/varsets', async (asking) => {
    const workspace = await asking.tx.get<WorkspaceSummary>('workspaces', asking.params['workspace_id']!);
    if (!workspace) throw notFound(`the workspace ${asking.params['workspace_id']}`);
    await requireWorkspaceRight(asking, 'read-variable', workspace);
    return listVariableSets(asking, workspace.scope, await listWorkspaceVariableSets(asking, workspace));
  }),
];
