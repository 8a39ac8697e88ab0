import type { Settings } from '../../route.ts';
import { over, type Run, type RunStatus } from './stored.ts';

type Pace = Pick<Settings, 'tier' | 'runStepMilliseconds'>;

/** What a run becomes next by itself; undefined: it waits, or is over. */
const nextStatus = ({ status, outcome, autoApply, isDestroy, kind }: Run, { tier }: Pace): RunStatus | undefined => {
  switch (status) {
    case 'pending': return 'fetching';
    case 'fetching': return 'planning';
    case 'planning': return outcome === 'plan-errored' ? 'errored' : outcome === 'no-changes' && !isDestroy ? 'planned_and_finished' : 'planned';
    // Costs are estimated on the top plan tier only; an upgrade then waits there for its confirmation.
    case 'planned': return tier === 'plus' && kind === 'upgrade' ? 'cost_estimated' : autoApply ? 'confirmed' : undefined;
    case 'cost_estimated': return autoApply ? 'confirmed' : undefined;
    case 'confirmed': return 'applying';
    case 'applying': return outcome === 'apply-errored' ? 'errored' : 'applied';
    default: return undefined;
  }
};

const later = (at: Date, { runStepMilliseconds }: Pace): string => new Date(at.getTime() + runStepMilliseconds).toISOString();

/** A run in a new status, with the moment at which it moves on. */
export const inStatus = (run: Run, status: RunStatus, at: Date, pace: Pace): Run => {
  const next: Run = { ...run, status, active: !over.has(status), reached: { ...run.reached, [status]: at.toISOString() } };
  return { ...next, movesAt: nextStatus(next, pace) === undefined ? null : later(at, pace) };
};

/** A run that waited for the one before it begins to move. */
export const released = (run: Run, at: Date, pace: Pace): Run => ({ ...run, movesAt: later(at, pace) });

/** The run moved on as far as the clock says; the same object when it does not move. */
export const movedOn = (run: Run, now: Date, pace: Pace): Run => {
  let next = run;
  while (next.movesAt !== null && Date.parse(next.movesAt) <= now.getTime()) {
    const status = nextStatus(next, pace);
    if (status === undefined) return { ...next, movesAt: null };
    next = inStatus(next, status, new Date(next.movesAt), pace);
  }
  return next;
};
