import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { toCurrentRun } from './save-run.ts';
import { activeRunsLink, type RunOutcome, finalStatuses, type StoredRun, type RunStatus } from './stored.ts';
import { releaseRun } from './timeline.ts';

/** The outcome that `POST /_local/run-outcome` scripted for the next run of any workspace; each is used once. */
const takeScriptedOutcome = async (tx: Transaction): Promise<RunOutcome | undefined> => {
  const {
    records: [script],
  } = await tx.list<{ outcome: RunOutcome }>({ kind: 'run-outcomes' }, { offset: 0, limit: 1 });
  if (!script) return undefined;
  await tx.delete('run-outcomes', script.id);
  return script.body.outcome;
};

export type NewRun = Pick<StoredRun, 'kind' | 'message' | 'isDestroy' | 'autoApply' | 'aim' | 'planOnly' | 'refresh'> & {
  readonly outcome?: RunOutcome;
};

/**
 * Starts a run: pending, and from then on the timeline moves it. It waits while another one is under way in the workspace, or somebody has
 * locked it. One that only plans waits for nothing, and is not the current run.
 */
export const startRun = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'settings' | 'newId'>,
  workspace: StoredRecord<StoredWorkspace>,
  starting: NewRun,
): Promise<StoredRecord<StoredRun>> => {
  const { tx, clock, settings, newId } = ctx;
  const { currentRun } = workspace.body;
  const queues = !starting.planOnly && currentRun !== null && !finalStatuses.has(currentRun.status as RunStatus);
  const waits = queues || (!starting.planOnly && workspace.body.lock !== null);
  const now = clock.now();
  const id = newId('run');
  const body: StoredRun = {
    organization: workspace.scope,
    workspace: workspace.id,
    status: 'pending',
    movesAt: null,
    active: true,
    createdAt: now.toISOString(),
    reached: { pending: now.toISOString() },
    ...starting,
    outcome: (await takeScriptedOutcome(tx)) ?? starting.outcome ?? 'success',
  };
  const run = await tx.insert<StoredRun>({
    id,
    kind: 'runs',
    scope: workspace.id,
    key: id,
    name: id,
    body: waits ? body : releaseRun(body, now, settings),
  });
  await tx.link(activeRunsLink, 'all', id);
  if (!queues && !starting.planOnly)
    await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, currentRun: toCurrentRun(id, body) } });
  return run;
};
