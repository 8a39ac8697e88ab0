import { included } from '../../json-api/include.ts';
import { listed } from '../../json-api/page.ts';
import { notFound } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import { need, organizationHere } from '../permissions.ts';
import { projectHere } from '../projects.ts';
import type { StoredWorkspace, Varset } from '../stored.ts';
import { visibleVarsets } from './access.ts';
import { renderVarsets, varsetLoaders } from './document.ts';

/** One page of the organization's sets: all the caller may see, or those of `ids`. `q` searches by name. */
const page = async (asking: Asking, organization: string, ids?: readonly string[]): Promise<Reply> => {
  const seen = ids === undefined ? await visibleVarsets(asking, organization, 'read-run') : undefined;
  const among = ids ?? (seen && [...seen]);
  const q = asking.query.get('q');
  const loaders = varsetLoaders(asking);
  return listed<Varset>(
    asking, { kind: 'varsets', scope: organization, ...(among ? { ids: among } : {}), ...(q ? { nameContains: q } : {}) },
    (sets) => renderVarsets(asking, sets), { include: (sets) => included(asking, loaders, sets) });
};

const globalSets = async (asking: Asking, organization: string): Promise<readonly string[]> =>
  (await asking.tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'global', is: true }] })).records.map((set) => set.id);
const attachedTo = async (asking: Asking, kind: 'varset-workspaces' | 'varset-projects', to: string): Promise<readonly string[]> =>
  (await asking.tx.links(kind, { to })).map((link) => link.from);

/** Ids of the sets whose variables a workspace has: global ones, its own, its project's. */
export const varsetsOfWorkspace = async (asking: Asking, workspace: { readonly id: string; readonly scope: string; readonly body: StoredWorkspace }): Promise<readonly string[]> => [...new Set([
  ...await globalSets(asking, workspace.scope), ...await attachedTo(asking, 'varset-workspaces', workspace.id), ...await attachedTo(asking, 'varset-projects', workspace.body.project),
])];

export const routes = [
  route('GET /organizations/{organization_name}/varsets', async (asking) => page(asking, (await organizationHere(asking)).body.name)),
  route('GET /projects/{project_id}/varsets', async (asking) => {
    const { id, scope } = await projectHere(asking);
    const owned = (await asking.tx.list({ kind: 'varsets', scope, body: [{ path: 'parent.id', is: id }] })).records.map((set) => set.id);
    return page(asking, scope, [...new Set([...await globalSets(asking, scope), ...await attachedTo(asking, 'varset-projects', id), ...owned])]);
  }),
  route('GET /workspaces/{workspace_id}/varsets', async (asking) => {
    const workspace = await asking.tx.get<StoredWorkspace>('workspaces', asking.params['workspace_id']!);
    if (!workspace) throw notFound(`the workspace ${asking.params['workspace_id']}`);
    await need(asking, 'read-variable', workspace);
    return page(asking, workspace.scope, await varsetsOfWorkspace(asking, workspace));
  }),
];
