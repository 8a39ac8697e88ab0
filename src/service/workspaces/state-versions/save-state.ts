import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { parseStateFile } from './parse-state-file.ts';
import type { ResourceInstance, ResourceSummary } from './read-resources.ts';
import { type StateContent, type StoredStateVersion, toCurrentState } from './stored.ts';

/** Kind `state-resources`, scope the workspace's id, key the version's. */
export interface StateResources {
  readonly resources: readonly ResourceSummary[];
}
export interface StoredInstance extends ResourceInstance {
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The state version that changed it last. */
  readonly modifiedBy: string;
}
/** Kind `state-instances`, scope the workspace's id, key the version's; kept for the current and the latest version. */
export interface StateInstances {
  readonly instances: readonly StoredInstance[];
}

/** What is known of each object from the version before: since when it is there, and what changed it last. */
const datedInstances = (
  instances: readonly ResourceInstance[],
  before: readonly StoredInstance[],
  { id, body: { createdAt } }: StoredRecord<StoredStateVersion>,
): readonly StoredInstance[] => {
  const known = new Map(before.map((one) => [one.address, one]));
  return instances.map((instance) => {
    const old = known.get(instance.address);
    if (old?.fingerprint === instance.fingerprint) return { ...old, ...instance };
    return { ...instance, createdAt: old?.createdAt ?? createdAt, updatedAt: createdAt, modifiedBy: id };
  });
};

const saveInstances = async (
  { tx, newId }: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  version: StoredRecord<StoredStateVersion>,
  current: string | null,
  instances: readonly ResourceInstance[],
): Promise<void> => {
  const { records } = await tx.list<StateInstances>({ kind: 'state-instances', scope: version.scope }, { offset: 0, limit: 10 });
  const before = records.at(-1)?.body.instances ?? [];
  for (const record of records) if (record.key !== current) await tx.delete('state-instances', record.id);
  await tx.insert<StateInstances>({
    id: newId('si'),
    kind: 'state-instances',
    scope: version.scope,
    key: version.id,
    name: '',
    body: { instances: datedInstances(instances, before, version) },
  });
};

/** The version becomes the workspace's current one. */
const makeCurrent = async (
  tx: Transaction,
  workspace: StoredRecord<StoredWorkspace>,
  version: StoredRecord<StoredStateVersion>,
): Promise<void> => {
  const { currentStateVersion } = workspace.body;
  const before = currentStateVersion === null ? undefined : await tx.get<StoredStateVersion>('state-versions', currentStateVersion);
  if (before && before.id !== version.id) await tx.update<StoredStateVersion>(before, { body: { ...before.body, next: version.id } });
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, ...toCurrentState(version) } });
};

/** Stores the content of a version: it is the workspace's current one now, unless it is intermediate. Throws 422 for what is no state. */
export const finalizeStateVersion = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  version: StoredRecord<StoredStateVersion>,
  bytes: Uint8Array,
  pointer: string,
): Promise<StoredRecord<StoredStateVersion>> => {
  const { tx, newId } = ctx;
  const { text, state, resources, instances } = parseStateFile(version.id, bytes, version.body.md5, pointer);
  const { lineage, outputs, ...facts } = state;
  const workspace = await tx.get<StoredWorkspace>('workspaces', version.scope);
  const next = await tx.update<StoredStateVersion>(version, {
    body: {
      ...version.body,
      ...facts,
      outputs: state.encrypted ? version.body.outputs : outputs,
      lineage: version.body.lineage ?? lineage,
      previous: workspace?.body.currentStateVersion ?? null,
      status: 'finalized',
    },
  });
  const place = { scope: version.scope, key: version.id, name: '' };
  await tx.insert<StateContent>({ id: newId('sc'), kind: 'state-contents', ...place, body: { text } });
  await tx.insert<StateResources>({ id: newId('ss'), kind: 'state-resources', ...place, body: { resources } });
  await saveInstances(ctx, next, workspace?.body.currentStateVersion ?? null, instances);
  if (workspace && !next.body.intermediate) await makeCurrent(tx, workspace, next);
  return next;
};
