import type { StoredRecord, ReadTransaction, Transaction } from '../../store/store.ts';
import type { StateOutput, StoredWorkspace } from '../workspaces/stored.ts';

/** How long an unlock waits for the content of a state version that was announced, in milliseconds. */
const uploadMilliseconds = 5 * 60_000;

/** Kind `state-versions`, scope the workspace's id, key the id. Intermediate: written by a run, or under a lock, that is not over. */
export interface StoredStateVersion {
  /** `discarded`: the workspace was unlocked before the content came. */
  readonly status: 'pending' | 'finalized' | 'discarded';
  readonly intermediate: boolean;
  readonly serial: number;
  readonly lineage: string | null;
  readonly md5: string | null;
  readonly resourceCount: number;
  readonly outputs: readonly StateOutput[];
  readonly createdAt: string;
  /** Of its upload and download addresses, which ask for no token; absent where the state itself was never given. */
  readonly secret?: string;
}

const findLatest = async (
  view: ReadTransaction,
  workspace: string,
  status: StoredStateVersion['status'],
): Promise<StoredRecord<StoredStateVersion> | undefined> =>
  (
    await view.list<StoredStateVersion>(
      { kind: 'state-versions', scope: workspace, body: [{ path: 'status', is: status }] },
      { offset: 0, limit: 1, order: { by: 'seq', descending: true } },
    )
  ).records[0];

/**
 * Whether the content of a state version is still awaited: the workspace must stay locked until it is there (spec 1: "for a short period").
 * A client that is gone never sends it, so nobody waits longer than five minutes.
 */
export const isStatePending = async (view: ReadTransaction, workspace: string, now: Date): Promise<boolean> => {
  const pending = await findLatest(view, workspace, 'pending');
  return pending !== undefined && now.getTime() < Date.parse(pending.body.createdAt) + uploadMilliseconds;
};

/** Without its lock, a workspace takes no content any more. */
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
  const latest = await findLatest(view, workspace.id, 'finalized');
  return latest?.body.intermediate && latest.id !== workspace.body.currentStateVersion ? toCurrentState(latest) : {};
};

/** What of a workspace follows from its current state version. */
export const toCurrentState = ({
  id,
  body,
}: StoredRecord<StoredStateVersion>): Pick<StoredWorkspace, 'currentStateVersion' | 'resourceCount' | 'outputs' | 'latestChangeAt'> => ({
  currentStateVersion: id,
  resourceCount: body.resourceCount,
  outputs: body.outputs,
  latestChangeAt: body.createdAt,
});
