import type { Asking } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { currentRunOf } from './effects.ts';
import { activeRuns, type Outcome, over, type Run, type RunStatus } from './stored.ts';
import { released } from './timeline.ts';

/** What `POST /_local/run-outcome` said of the next run that starts, wherever it starts; each is told once. */
const scriptedOutcome = async (tx: Transaction): Promise<Outcome | undefined> => {
  const { records: [script] } = await tx.list<{ outcome: Outcome }>({ kind: 'run-outcomes' }, { offset: 0, limit: 1 });
  if (!script) return undefined;
  await tx.delete('run-outcomes', script.id);
  return script.body.outcome;
};

export type Starting = Pick<Run, 'kind' | 'message' | 'isDestroy' | 'autoApply' | 'aim'> & { readonly outcome?: Outcome };

/** Starts a run: pending, and from then on the timeline moves it. While another one is under way in the workspace it waits. */
export const startRun = async (asking: Pick<Asking<Transaction>, 'tx' | 'clock' | 'settings' | 'newId'>, workspace: Rec<Workspace>, starting: Starting): Promise<Rec<Run>> => {
  const { tx, clock, settings, newId } = asking;
  const { currentRun } = workspace.body;
  const waits = currentRun !== null && !over.has(currentRun.status as RunStatus);
  const now = clock.now();
  const id = newId('run');
  const body: Run = {
    organization: workspace.scope, workspace: workspace.id, status: 'pending', movesAt: null, active: true, createdAt: now.toISOString(), reached: { pending: now.toISOString() },
    ...starting, outcome: await scriptedOutcome(tx) ?? starting.outcome ?? 'success',
  };
  const run = await tx.insert<Run>({ id, kind: 'runs', scope: workspace.id, key: id, name: id, body: waits ? body : released(body, now, settings) });
  await tx.link(activeRuns, 'all', id);
  if (!waits) await tx.update<Workspace>(workspace, { body: { ...workspace.body, currentRun: currentRunOf(id, body) } });
  return run;
};
