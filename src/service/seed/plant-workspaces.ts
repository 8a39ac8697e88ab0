import { newId } from '../new-id.ts';
import type { Rec } from '../store/store.ts';
import { currentIs, type StateVersion } from '../workspaces/workspaces/state-versions.ts';
import type { Output, Workspace } from '../workspaces/workspaces/stored.ts';
import { bindings, each, known, type Names, type Tell, variableOf } from './entries.ts';
import { documentOf, invoke, type Planting } from './invoke.ts';
import type { SeedOrganization } from './shape.ts';

type SeedWorkspace = NonNullable<SeedOrganization['workspaces']>[number];

const outputOf = ([name, value]: [string, unknown]): Output =>
  ({ id: newId('wsout'), name, type: Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value, sensitive: false, value });

/** What a workspace holds that no request of the specification writes: its state and what that manages. */
const plantState = async (at: Planting, id: string, { state, resource_count: count }: SeedWorkspace): Promise<void> => {
  const workspace: Rec<Workspace> = (await at.tx.get<Workspace>('workspaces', id))!;
  const resourceCount = count ?? 0;
  if (!state) { if (count) await at.tx.update<Workspace>(workspace, { body: { ...workspace.body, resourceCount } }); return; }
  const key = newId('sv');
  const version = await at.tx.insert<StateVersion>({ id: key, kind: 'state-versions', scope: id, key, name: '', body: {
    status: state.status ?? 'finalized', intermediate: state.intermediate ?? false, serial: 1, lineage: null, md5: null, resourceCount,
    outputs: Object.entries(state.outputs ?? {}).map(outputOf), createdAt: at.clock.now().toISOString(),
  } });
  const current = version.body.status === 'finalized' && !version.body.intermediate ? currentIs(version) : { resourceCount };
  await at.tx.update<Workspace>(workspace, { body: { ...workspace.body, ...current } });
};

/** Workspaces with tags, variables, state and lock; their ids by name. */
export const plantWorkspaces = async (at: Planting, given: SeedOrganization, projects: Names, tell: Tell): Promise<Names> => {
  const ids = new Map<string, string>();
  await each(given.workspaces, 'workspaces', tell, async (workspace) => {
    const project = workspace.project ? { project: { data: { type: 'projects', id: known(projects, workspace.project, 'project') } } } : {};
    const tags = workspace.tag_names ? { tags: { data: workspace.tag_names.map((name) => ({ type: 'tags', attributes: { name } })) } } : {};
    const { id } = documentOf(await invoke(at, 'POST /organizations/{organization_name}/workspaces', { organization_name: at.organization }, {
      data: { type: 'workspaces', attributes: { ...workspace.attributes, name: workspace.name }, relationships: { ...project, ...bindings(workspace.tags), ...tags } },
    }));
    ids.set(workspace.name, id);
    for (const variable of workspace.variables ?? []) await invoke(at, 'POST /workspaces/{workspace_id}/vars', { workspace_id: id }, { data: variableOf(variable) });
    await plantState(at, id, workspace);
    if (workspace.locked !== undefined && workspace.locked !== null) await invoke(at, 'POST /workspaces/{workspace_id}/actions/lock', { workspace_id: id }, { reason: workspace.locked });
  });
  return ids;
};
