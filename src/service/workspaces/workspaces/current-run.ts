import type { Rec, Transaction } from '../../store/store.ts';
import type { CurrentRun, Workspace } from './stored.ts';

/**
 * The run a workspace is busy with, or was last: lists filter by its status and sort by its time, so it is kept on the
 * workspace. Whoever starts a run or moves it on calls this; `at` is when the infrastructure changed, if it did.
 */
export const withCurrentRun = (tx: Transaction, workspace: Rec<Workspace>, run: CurrentRun | null, at?: string): Promise<Rec<Workspace>> =>
  tx.update<Workspace>(workspace, { body: { ...workspace.body, currentRun: run, ...(at === undefined ? {} : { latestChangeAt: at }) } });
