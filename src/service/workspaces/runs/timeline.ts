import type { ServiceSettings } from '../../http/route.ts';
import { finalStatuses, type StoredRun, type RunStatus } from './stored.ts';

type RunPace = Pick<ServiceSettings, 'tier' | 'runStatusMilliseconds'>;

/** What a run becomes next by itself; undefined: it waits, or is over. */
const findNextStatus = ({ status, outcome, autoApply, isDestroy, kind, planOnly }: StoredRun, { tier }: RunPace): RunStatus | undefined => {
  switch (status) {
    case 'pending':
      return 'fetching';
    case 'fetching':
      return 'planning';
    case 'planning':
      if (outcome === 'plan-errored') return 'errored';
      return planOnly || (outcome === 'no-changes' && !isDestroy) ? 'planned_and_finished' : 'planned';
    // Costs are estimated on the top plan tier only; an upgrade then waits there for its confirmation.
    case 'planned':
      return tier === 'plus' && kind === 'upgrade' ? 'cost_estimated' : autoApply ? 'confirmed' : undefined;
    case 'cost_estimated':
      return autoApply ? 'confirmed' : undefined;
    case 'confirmed':
      return 'applying';
    case 'applying':
      return outcome === 'apply-errored' ? 'errored' : 'applied';
    default:
      return undefined;
  }
};

const addStep = (at: Date, { runStatusMilliseconds }: RunPace): string => new Date(at.getTime() + runStatusMilliseconds).toISOString();

/** A run in a new status, with the moment at which it moves on. */
export const enterRunStatus = (run: StoredRun, status: RunStatus, at: Date, pace: RunPace): StoredRun => {
  const next: StoredRun = { ...run, status, active: !finalStatuses.has(status), reached: { ...run.reached, [status]: at.toISOString() } };
  return { ...next, movesAt: findNextStatus(next, pace) === undefined ? null : addStep(at, pace) };
};

/** A run that waited for the one before it, or for a lock, begins to move. */
export const releaseRun = (run: StoredRun, at: Date, pace: RunPace): StoredRun => ({ ...run, movesAt: addStep(at, pace) });

/** The run in the status that is due by the clock; the same object when it does not change. */
export const advanceRunStatus = (run: StoredRun, now: Date, pace: RunPace): StoredRun => {
  let next = run;
  while (next.movesAt !== null && Date.parse(next.movesAt) <= now.getTime()) {
    const status = findNextStatus(next, pace);
    if (status === undefined) return { ...next, movesAt: null };
    next = enterRunStatus(next, status, new Date(next.movesAt), pace);
  }
  return next;
};
