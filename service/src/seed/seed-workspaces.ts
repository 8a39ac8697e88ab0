import { createHash } from 'node:crypto';
import { newId } from '../store/new-id.ts';
import type { StoredRecord } from '../store/store.ts';
import { toOutputId } from '../workspaces/state-versions/parse-state-file.ts';
import { toCurrentState, type StoredStateVersion } from '../workspaces/state-versions/stored.ts';
import { type RunScript, scriptNextRun } from '../workspaces/runs/script/run-script.ts';
import type { StateOutput, StoredWorkspace } from '../workspaces/workspaces/stored.ts';
import {
  chooseVariableIds,
  toTagBindings,
  forEachEntry,
  requireId,
  type IdsByName,
  type ReportSeedError,
  toVariableResource,
  withoutNulls,
} from './entries.ts';
import { requireResponseDocument, invokeRoute, type SeedContext } from './invoke-route.ts';
import { seedConfigurationVersions } from './seed-configuration-versions.ts';
import { withCreationTime, setTimes } from './set-times.ts';
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

type SeedRun = NonNullable<SeedWorkspace['runs']>[number];
const lockPath = 'POST /workspaces/{workspace_id}/actions';

/** State versions as clients write them, each at its time. */
const seedStateVersions = async (context: SeedContext, id: string, { state_versions: versions }: SeedWorkspace): Promise<void> => {
  if (!versions || versions.length === 0) return;
  const params = { workspace_id: id };
  await invokeRoute(context, `${lockPath}/lock`, params, {});
  for (const version of versions) {
    const { serial, lineage } = version.content as { readonly serial?: unknown; readonly lineage?: unknown };
    const bytes = Buffer.from(JSON.stringify(version.content));
    const attributes = {
      serial: serial ?? 0,
      ...withoutNulls({ lineage }),
      md5: createHash('md5').update(bytes).digest('hex'),
      state: bytes.toString('base64'),
    };
    const row = 'POST /workspaces/{workspace_id}/state-versions';
    await invokeRoute(withCreationTime(context, version), row, params, { data: { type: 'state-versions', attributes } }, version.id);
  }
  await invokeRoute(context, `${lockPath}/unlock`, params, {});
};

const seedRun = async (
  context: SeedContext,
  workspace: string,
  { attributes, configuration_version: configuration, outcome, plan, apply, ...entry }: SeedRun,
): Promise<void> => {
  const script: RunScript = withoutNulls({ outcome, plan: plan && withoutNulls(plan), apply: apply && withoutNulls(apply) });
  if (Object.keys(script).length > 0) await scriptNextRun(context.tx, script, workspace);
  const relationships = {
    workspace: { data: { type: 'workspaces', id: workspace } },
    ...(configuration ? { 'configuration-version': { data: { type: 'configuration-versions', id: configuration } } } : {}),
  };
  const body = { data: { type: 'runs', attributes: withoutNulls(attributes ?? {}), relationships } };
  await invokeRoute(withCreationTime(context, entry), 'POST /runs', {}, body, entry.id);
};

const seedContent = async (context: SeedContext, id: string, workspace: SeedWorkspace): Promise<void> => {
  const params = { workspace_id: id };
  for (const variable of workspace.variables ?? []) {
    const data = toVariableResource(variable);
    const at = withCreationTime(context, variable);
    await invokeRoute(at, 'POST /workspaces/{workspace_id}/vars', params, { data }, chooseVariableIds([variable]));
  }
  await seedState(context, id, workspace);
  await seedStateVersions(context, id, workspace);
  if (workspace.ssh_key) {
    const key = await findSshKey(context, workspace.ssh_key);
    await invokeRoute(context, 'PATCH /workspaces/{workspace_id}/relationships/ssh-key', params, {
      data: { type: 'workspaces', attributes: { id: key } },
    });
  }
  await seedConfigurationVersions(context, id, workspace);
  for (const run of workspace.runs ?? []) await seedRun(context, id, run);
  if (workspace.locked !== undefined && workspace.locked !== null)
    await invokeRoute(context, `${lockPath}/lock`, params, { reason: workspace.locked });
  await setTimes(context, 'workspaces', id, workspace);
};

const findSshKey = async ({ tx, organization }: SeedContext, text: string): Promise<string> => {
  const { records } = await tx.list({ kind: 'ssh-keys', scope: organization });
  const found = records.find(({ id, name }) => id === text || name === text);
  return requireId(new Map(found ? [[text, found.id]] : []), text, 'SSH key');
};

/** Workspaces with tags, variables, state, runs and lock; their ids by name. */
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
    const at = withCreationTime(context, workspace);
    const { id } = requireResponseDocument(
      await invokeRoute(
        at,
        'POST /organizations/{organization_name}/workspaces',
        { organization_name: context.organization },
        {
          data: {
            type: 'workspaces',
            attributes: { ...workspace.attributes, name: workspace.name },
            relationships: { ...project, ...toTagBindings(workspace.tags), ...tags },
          },
        },
        workspace.id,
      ),
    );
    ids.set(workspace.name, id);
    await seedContent(at, id, workspace);
  });
  return ids;
};
