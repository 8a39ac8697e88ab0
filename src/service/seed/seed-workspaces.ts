import { newId } from '../store/new-id.ts';
import type { StoredRecord } from '../store/store.ts';
import { toOutputId } from '../workspaces/state-versions/parse-state-file.ts';
import { toCurrentState, type StoredStateVersion } from '../workspaces/state-versions/stored.ts';
import type { StateOutput, StoredWorkspace } from '../workspaces/workspaces/stored.ts';
import { toTagBindings, forEachEntry, requireId, type IdsByName, type ReportSeedError, toVariableResource } from './entries.ts';
import { requireResponseDocument, invokeRoute, type SeedContext } from './invoke-route.ts';
import type { SeedOrganization } from './shape.ts';

type SeedWorkspace = NonNullable<SeedOrganization['workspaces']>[number];

const toStateOutput = (version: string, [name, value]: [string, unknown], index: number): StateOutput => ({
  id: toOutputId(version, index),
  name,
  type: Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value,
  sensitive: false,
  value,
});

/** What a workspace holds that no request of the specification writes: its state and what that manages. */
const seedState = async (context: SeedContext, id: string, { state, resource_count: count }: SeedWorkspace): Promise<void> => {
  const workspace: StoredRecord<StoredWorkspace> = (await context.tx.get<StoredWorkspace>('workspaces', id))!;
  const resourceCount = count ?? 0;
  if (!state) {
    if (count) await context.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, resourceCount } });
    return;
  }
  const key = newId('sv');
  const version = await context.tx.insert<StoredStateVersion>({
    id: key,
    kind: 'state-versions',
    scope: id,
    key,
    name: '',
    body: {
      status: state.status ?? 'finalized',
      intermediate: state.intermediate ?? false,
      serial: 1,
      lineage: null,
      md5: null,
      resourceCount,
      outputs: Object.entries(state.outputs ?? {}).map((entry, index) => toStateOutput(key, entry, index)),
      createdAt: context.clock.now().toISOString(),
    },
  });
  const current = version.body.status === 'finalized' && !version.body.intermediate ? toCurrentState(version) : { resourceCount };
  await context.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, ...current } });
};

/** Workspaces with tags, variables, state and lock; their ids by name. */
export const seedWorkspaces = async (
  context: SeedContext,
  seed: SeedOrganization,
  projects: IdsByName,
  report: ReportSeedError,
): Promise<IdsByName> => {
  const ids = new Map<string, string>();
  await forEachEntry(seed.workspaces, 'workspaces', report, async (workspace) => {
    const project = workspace.project
      ? { project: { data: { type: 'projects', id: requireId(projects, workspace.project, 'project') } } }
      : {};
    const tags = workspace.tag_names ? { tags: { data: workspace.tag_names.map((name) => ({ type: 'tags', attributes: { name } })) } } : {};
    const { id } = requireResponseDocument(
      await invokeRoute(
        context,
        'POST /organizations/{organization_name}/workspaces',
        { organization_name: context.organization },
        {
          data: {
            type: 'workspaces',
            attributes: { ...workspace.attributes, name: workspace.name },
            relationships: { ...project, ...toTagBindings(workspace.tags), ...tags },
          },
        },
      ),
    );
    ids.set(workspace.name, id);
    for (const variable of workspace.variables ?? [])
      await invokeRoute(context, 'POST /workspaces/{workspace_id}/vars', { workspace_id: id }, { data: toVariableResource(variable) });
    await seedState(context, id, workspace);
    if (workspace.locked !== undefined && workspace.locked !== null)
      await invokeRoute(context, 'POST /workspaces/{workspace_id}/actions/lock', { workspace_id: id }, { reason: workspace.locked });
  });
  return ids;
};
