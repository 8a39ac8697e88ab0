import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { StateOutput, StoredWorkspace } from '../workspaces/stored.ts';

/** How long an unlock waits for the content of a created state version, in milliseconds. */
const uploadMilliseconds = 5 * 60_000;

/** What was read out of the content, beyond what a workspace needs. Older versions have none of it. */
export interface StateFacts {
  /** Bytes. */
  readonly size?: number;
  /** The version of the engine's file format. */
  readonly format?: number | null;
  readonly engineVersion?: string | null;
  /** Numbers of resources of each type, by module and by provider. */
  readonly modules?: StateCounts;
  readonly providers?: StateCounts;
  readonly billable?: number;
  /** The engine encrypted it: what it manages and its outputs cannot be read out of it. */
  readonly encrypted?: true;
}
export interface StateCounts {
  readonly [owner: string]: { readonly [type: string]: number };
}

/** One resource block of a state. */
export interface ResourceSummary {
  readonly name: string;
  readonly type: string;
  readonly count: number;
  readonly module: string;
  readonly provider: string;
}
/** Kind `state-versions`, scope the workspace's id, key the id. Intermediate: written by a run, or under a lock, that is not over. */
export interface StoredStateVersion extends StateFacts {
  /** `discarded`: the workspace was unlocked before the content was uploaded. The others: whether the content was deleted later. */
  readonly status: 'pending' | 'finalized' | 'discarded' | 'backing_data_soft_deleted' | 'backing_data_permanently_deleted';
  readonly intermediate: boolean;
  readonly serial: number;
  readonly lineage: string | null;
  readonly md5: string | null;
  readonly resourceCount: number;
  /** For a pending one: the outputs that the client sent of a state that only it can read. */
  readonly outputs: readonly StateOutput[];
  readonly createdAt: string;
  /** Part of its signed upload and download addresses, which work without a token; absent if the state itself was never uploaded. */
  readonly secret?: string;
  /** MD5 of the state in the public format, in hexadecimal; absent without that format, or in versions of an older release. */
  readonly jsonMd5?: string;
  readonly createdBy?: { readonly kind: 'user' | 'team' | 'organization'; readonly id: string };
  readonly run?: string | null;
  /** The version whose content this one repeats. */
  readonly rollback?: string;
  /** The version that was current before this one. */
  readonly previous?: string | null;
  /** The version that was current after this one; releases before decision 175 stored it, now it is looked up by `previous`. */
  readonly next?: string;
  /** Its resource blocks, where they are few. */
  readonly resources?: readonly ResourceSummary[];
  /** Otherwise the version under whose id they are, in a record of kind `state-resources`; absent in older versions: its own. */
  readonly resourcesIn?: string;
  /** Changes with the resources. */
  readonly resourcesSum?: string;
  /** The slot of what it manages (state-instances.ts), as long as it is the current or the latest version. */
  readonly managedIn?: 'a' | 'b';
  /** Changes with what it manages; keyed with `secret`. */
  readonly managedSum?: string;
}

const findLatest = async (
  view: ReadTransaction,
  workspace: string,
  status: StoredStateVersion['status'],
): Promise<StoredRecord<StoredStateVersion> | undefined> =>
  (
    await view.list<StoredStateVersion>(
      { kind: 'state-versions', scope: workspace, body: [{ path: 'status', is: status }] },
      { offset: 0, limit: 1, order: { by: 'seq', descending: true }, uncounted: true },
    )
  ).records[0];

export const findPendingState = (view: ReadTransaction, workspace: string): Promise<StoredRecord<StoredStateVersion> | undefined> =>
  findLatest(view, workspace, 'pending');

export const findLatestState = (view: ReadTransaction, workspace: string): Promise<StoredRecord<StoredStateVersion> | undefined> =>
  findLatest(view, workspace, 'finalized');

/**
 * Whether the content of a state version is still awaited: the workspace must stay locked until it is there (spec 1: "for a short period").
 * A client that crashed never sends it, so the wait is limited to five minutes.
 */
export const isStatePending = async (view: ReadTransaction, workspace: string, now: Date): Promise<boolean> => {
  const pending = await findPendingState(view, workspace);
  return pending !== undefined && now.getTime() < Date.parse(pending.body.createdAt) + uploadMilliseconds;
};

/** Discards the pending versions of a workspace: without its lock, it accepts no content. */
export const discardPendingStates = async (tx: Transaction, workspace: string): Promise<void> => {
  const filter = { kind: 'state-versions', scope: workspace, body: [{ path: 'status', is: 'pending' }] };
  for (const version of (await tx.list<StoredStateVersion>(filter)).records)
    await tx.update<StoredStateVersion>(version, { body: { ...version.body, status: 'discarded' } });
};

/** What of a workspace an unlock changes: the latest final state version, when it is intermediate, becomes the current one. */
export const resolveUnlockedState = async (
  view: ReadTransaction,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<Partial<StoredWorkspace>> => {
  const latest = await findLatestState(view, workspace.id);
  return latest?.body.intermediate && latest.id !== workspace.body.currentStateVersion ? toCurrentState(latest) : {};
};

/** What of a workspace follows from its current state version. */
export const toCurrentState = ({
  id,
  body,
}: Pick<StoredRecord<StoredStateVersion>, 'id' | 'body'>): Pick<
  StoredWorkspace,
  'currentStateVersion' | 'latestStateVersion' | 'resourceCount' | 'outputs' | 'latestChangeAt'
> => ({
  currentStateVersion: id,
  latestStateVersion: undefined,
  resourceCount: body.resourceCount,
  outputs: body.outputs,
  latestChangeAt: body.createdAt,
});
