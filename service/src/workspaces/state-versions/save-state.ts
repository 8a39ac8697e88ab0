import type { RequestContext } from '../../http/route.ts';
import type { NewRecord, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { deleteContent, insertContent, type StagedContent } from './content.ts';
import { loadLatestInstances, saveInstances } from './state-instances.ts';
import type { StateReading } from './reading/read-state-file.ts';
import type { ResourceSummary } from './read-resources.ts';
import { type StoredStateVersion, toCurrentState } from './stored.ts';

/** Kind `state-resources`, scope the workspace's id, key the version's. */
export interface StateResources {
  readonly resources: readonly ResourceSummary[];
}
type Version = StoredRecord<StoredStateVersion>;

/** The version becomes the workspace's current one, instead of the one before. */
const makeCurrent = async (
  tx: Transaction,
  workspace: StoredRecord<StoredWorkspace>,
  before: Version | undefined,
  version: Pick<Version, 'id' | 'body'>,
): Promise<void> => {
  const link = before && before.id !== version.id ? { body: { ...before.body, next: version.id } } : undefined;
  await Promise.all([
    link && tx.update<StoredStateVersion>(before!, link),
    tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, ...toCurrentState(version) } }),
  ]);
};

/**
 * Stores a version with its content, inserting it if needed: it becomes the workspace's current one, unless it is intermediate. Its
 * look-ups are independent of each other, and so are its writes.
 */
export const finalizeStateVersion = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  version: Version | NewRecord<StoredStateVersion>,
  content: StagedContent,
  { state, resources, instances }: StateReading,
): Promise<Version> => {
  const { tx, newId } = ctx;
  const { id, scope } = version;
  const isNew = !('version' in version);
  const { lineage, outputs, serial: _, ...facts } = state;
  const workspace = await tx.get<StoredWorkspace>('workspaces', scope);
  const previous = workspace?.body.currentStateVersion ?? null;
  const place = { kind: 'state-contents', scope, version: id } as const;
  const [before, latest] = await Promise.all([
    previous === null ? undefined : tx.get<StoredStateVersion>('state-versions', previous),
    loadLatestInstances(tx, scope),
    isNew ? undefined : deleteContent(tx, place),
  ]);
  const body: StoredStateVersion = {
    ...version.body,
    ...facts,
    outputs: state.encrypted ? version.body.outputs : outputs,
    lineage: version.body.lineage ?? lineage,
    previous,
    status: 'finalized',
  };
  const [next] = await Promise.all([
    isNew ? tx.insert<StoredStateVersion>({ ...version, body }) : tx.update<StoredStateVersion>(version, { body }),
    insertContent(tx, place, content),
    tx.insert<StateResources>({ id: newId('ss'), kind: 'state-resources', scope, key: id, name: '', body: { resources } }),
    saveInstances(tx, { id, scope, body }, latest, previous, instances),
    workspace && !body.intermediate ? makeCurrent(tx, workspace, before, { id, body }) : undefined,
  ]);
  return next;
};
