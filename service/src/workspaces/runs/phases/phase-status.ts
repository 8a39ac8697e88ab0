import type { StoredRun } from '../stored.ts';
import type { PhaseResult } from '../stored-parts.ts';

/** The progress of a phase: its kind, the timestamps of its run, and its result. */
export interface PhaseProgress {
  readonly start: 'planning' | 'applying';
  readonly result: PhaseResult | undefined;
}

export const phaseOf = (run: StoredRun, noun: 'plan' | 'apply'): PhaseProgress =>
  noun === 'plan' ? { start: 'planning', result: run.plan } : { start: 'applying', result: run.apply };

const isCanceled = ({ status }: StoredRun): boolean => status === 'canceled' || status === 'force_canceled';

/** A phase that its run never came to is unreachable. */
export const findPhaseStatus = (run: StoredRun, { start, result }: PhaseProgress): string => {
  if (result) return result.status;
  // Runs that an older release stored have no results, but the moments of their life.
  if (start === 'planning' && (run.reached['planned'] ?? run.reached['planned_and_finished'])) return 'finished';
  if (start === 'applying' && run.reached['applied']) return 'finished';
  const isStarted = run.reached[start] !== undefined;
  if (run.active) return isStarted ? 'running' : 'pending';
  if (isCanceled(run)) return isStarted || start === 'planning' ? 'canceled' : 'unreachable';
  return isStarted ? 'errored' : 'unreachable';
};

export const findPhaseEnd = (run: StoredRun, start: PhaseProgress['start']): string | undefined => {
  const { reached } = run;
  const last = reached['errored'] ?? reached['canceled'] ?? reached['force_canceled'];
  return start === 'planning'
    ? (reached['planned'] ?? reached['planned_and_finished'] ?? reached['planned_and_saved'] ?? last)
    : (reached['post_apply_running'] ?? reached['applied'] ?? last);
};
