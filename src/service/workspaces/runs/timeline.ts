import type { Settings } from '../../route.ts';
import type { Run, RunStatus } from './stored.ts';

/** What a run becomes next by itself; undefined: it waits, or is over. */
const nextStatus = ({ status, outcome, autoApply, isDestroy, kind }: Run, settings: Pick<Settings, 'tier'>): RunStatus | undefined => {
  switch (status) {
    case 'pending': return 'fetching';
    case 'fetching': return 'planning';
    case 'planning': return outcome === 'plan-errored' ? 'errored' : outcome === 'no-changes' && !isDestroy ? 'planned_and_finished' : 'planned';
    // Costs are estimated on the top plan tier only; an upgrade then waits there for its confirmation.
    case 'planned': return settings.tier === 'plus' && kind === 'upgrade' ? 'cost_estimated' : autoApply ? 'confirmed' : undefined;
    case 'cost_estimated': return autoApply ? 'confirmed' : undefined;
    case 'confirmed': return 'applying';
    case 'applying': return outcome === 'apply-errored' ? 'errored' : 'applied';
    default: return undefined;
  }
};

const waitsFor = (run: Run, settings: Pick<Settings, 'tier'>): boolean => nextStatus(run, settings) !== undefined;

/** A run in a new status, with the moment at which it moves on. */
export const inStatus = (run: Run, status: RunStatus, at: Date, settings: Pick<Settings, 'tier' | 'runStepMilliseconds'>, over: ReadonlySet<RunStatus>): Run => {
  const next: Run = { ...run, status, active: !over.has(status), reached: { ...run.reached, [status]: at.toISOString() } };
  return { ...next, movesAt: waitsFor(next, settings) ? new Date(at.getTime() + settings.runStepMilliseconds).toISOString() : null };
};

/** The run moved on as far as the clock says; the same object when it does not move. */
export const movedOn = (run: Run, now: Date, settings: Pick<Settings, 'tier' | 'runStepMilliseconds'>, over: ReadonlySet<RunStatus>): Run => {
  let next = run;
  while (next.movesAt !== null && Date.parse(next.movesAt) <= now.getTime()) {
    const status = nextStatus(next, settings);
    if (status === undefined) return { ...next, movesAt: null };
    next = inStatus(next, status, new Date(next.movesAt), settings, over);
  }
  return next;
};
