import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import type { StateOutput, StoredWorkspace } from '../workspaces/stored.ts';

/** Kind `state-versions`, scope the workspace's id, key the id. Intermediate: written by a run, or under a lock, that is not over. */
export interface StoredStateVersion {
  readonly status: 'pending' | 'finalized';
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

const findLatest = async (view: ReadTransaction, workspace: string): Promise<StoredRecord<StoredStateVersion> | undefined> =>
  (
    await view.list<StoredStateVersion>(
      { kind: 'state-versions', scope: workspace },
      { offset: 0, limit: 1, order: { by: 'seq', descending: true } },
    )
  ).records[0];

/** Whether the latest state version is not final yet: the workspace must stay locked until it is. */
export const isStatePending = async (view: ReadTransaction, workspace: string): Promise<boolean> =>
  (await findLatest(view, workspace))?.body.status === 'pending';

/** What of a workspace an unlock changes: the latest state version, when it is final and intermediate, becomes the current one. */
export const resolveUnlockedState = async (
  view: ReadTransaction,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<Partial<StoredWorkspace>> => {
  const latest = await findLatest(view, workspace.id);
  return latest?.body.intermediate && latest.body.status === 'finalized' && latest.id !== workspace.body.currentStateVersion
    ? toCurrentState(latest)
    : {};
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
