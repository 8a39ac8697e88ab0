import type { Rec, View } from '../../store/store.ts';
import type { Output, Workspace } from './stored.ts';

/** Kind `state-versions`, scope the workspace's id, key the id. Intermediate: written by a run, or under a lock, that is not over. */
export interface StateVersion {
  readonly status: 'pending' | 'finalized';
  readonly intermediate: boolean;
  readonly serial: number;
  readonly lineage: string | null;
  readonly md5: string | null;
  readonly resourceCount: number;
  readonly outputs: readonly Output[];
  readonly createdAt: string;
  /** Of its upload and download addresses, which ask for no token; absent where the state itself was never given. */
  readonly secret?: string;
}

const latestOf = async (view: View, workspace: string): Promise<Rec<StateVersion> | undefined> =>
  (await view.list<StateVersion>({ kind: 'state-versions', scope: workspace }, { offset: 0, limit: 1, order: { by: 'seq', descending: true } })).records[0];

/** Whether the latest state version is not final yet: the workspace must stay locked until it is. */
export const awaitedState = async (view: View, workspace: string): Promise<boolean> => (await latestOf(view, workspace))?.body.status === 'pending';

/** What of a workspace an unlock changes: the latest state version, when it is final and intermediate, becomes the current one. */
export const settled = async (view: View, workspace: Rec<Workspace>): Promise<Partial<Workspace>> => {
  const latest = await latestOf(view, workspace.id);
  return latest?.body.intermediate && latest.body.status === 'finalized' && latest.id !== workspace.body.currentStateVersion ? currentIs(latest) : {};
};

/** What of a workspace follows from its current state version. */
export const currentIs = ({ id, body }: Rec<StateVersion>): Pick<Workspace, 'currentStateVersion' | 'resourceCount' | 'outputs' | 'latestChangeAt'> =>
  ({ currentStateVersion: id, resourceCount: body.resourceCount, outputs: body.outputs, latestChangeAt: body.createdAt });
