import type { Asking } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { workspaceAfter } from './effects.ts';
import { activeRuns, type Outcome, outcomes, type Run } from './stored.ts';

/** The scripted outcome of the next run of the organization or of any, told once (`POST /control/run-outcome`). */
const scriptedOutcome = async (tx: Transaction): Promise<Outcome> => {
  const { records: [script] } = await tx.list<{ outcome: Outcome }>({ kind: 'run-outcomes' }, { offset: 0, limit: 1 });
  if (!script) return 'success';
  await tx.delete('run-outcomes', script.id);
  return outcomes.includes(script.body.outcome) ? script.body.outcome : 'success';
};

export type Starting = Pick<Run, 'kind' | 'message' | 'isDestroy' | 'autoApply' | 'aim'> & { readonly outcome?: Outcome };

/** Starts a run: pending, and from then on the timeline moves it. */
export const startRun = async (asking: Pick<Asking<Transaction>, 'tx' | 'clock' | 'settings' | 'newId'>, workspace: Rec<Workspace>, starting: Starting): Promise<Rec<Run>> => {
  const { tx, clock, settings, newId } = asking;
  const now = clock.now();
  const id = newId('run');
  const scripted = await scriptedOutcome(tx);
  const body: Run = {
    organization: workspace.scope, workspace: workspace.id, status: 'pending', movesAt: new Date(now.getTime() + settings.runStepMilliseconds).toISOString(), active: true,
    createdAt: now.toISOString(), reached: { pending: now.toISOString() }, ...starting, outcome: scripted === 'success' ? starting.outcome ?? 'success' : scripted,
  };
  const run = await tx.insert<Run>({ id, kind: 'runs', scope: workspace.id, key: id, name: id, body });
  await tx.link(activeRuns, 'all', id);
  await tx.update<Workspace>(workspace, { body: workspaceAfter(workspace.body, id, body) });
  return run;
};
