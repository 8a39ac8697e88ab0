import { isJobOver, isWorkflowOver, type JobStatus, type PipelineState, type WorkflowStatus } from '../configuration/states/statuses.ts';

/** API v3 has a phase and an outcome instead of one status. */
export interface Phase {
  readonly phase: 'created' | 'queued' | 'started' | 'ended';
  /** The outcome; null until the work has ended. */
  readonly outcome: string | null;
  /** The outcome if the work has ended, otherwise the one that it would have if it ended now. */
  readonly current_outcome: string | null;
}

const begun = (phase: 'created' | 'queued' | 'started', current: string | null = null): Phase => ({
  phase,
  outcome: null,
  current_outcome: current,
});
const ended = (outcome: string): Phase => ({ phase: 'ended', outcome, current_outcome: outcome });

const outcomeNames: { readonly [status: string]: string } = { success: 'succeeded', error: 'errored', 'terminated-unknown': 'errored' };
const outcomeOf = (status: string): string => outcomeNames[status] ?? status;

export const phaseOfJob = (status: JobStatus): Phase => {
  if (isJobOver(status)) return ended(outcomeOf(status));
  return begun(status === 'running' ? 'started' : status === 'blocked' ? 'created' : 'queued');
};

export const phaseOfWorkflow = (status: WorkflowStatus): Phase => {
  if (isWorkflowOver(status)) return ended(outcomeOf(status));
  return status === 'queued' ? begun('queued') : begun('started', status === 'failing' ? 'failed' : null);
};

/** The worst comes first: it decides about a run with several workflows. */
const severity: readonly WorkflowStatus[] = ['error', 'failed', 'unauthorized', 'canceled', 'success', 'not_run'];

/** The phase of a pipeline, from its state and its latest workflows. */
export const phaseOfRun = (state: PipelineState, workflows: readonly WorkflowStatus[]): Phase => {
  if (state === 'errored') return ended('errored');
  if (state === 'pending' || state === 'setup-pending') return begun('created');
  const failing = workflows.some((status) => status === 'failing' || status === 'failed' || status === 'error');
  if (state === 'setup' || workflows.some((status) => !isWorkflowOver(status))) return begun('started', failing ? 'failed' : null);
  return ended(outcomeOf(severity.find((status) => workflows.includes(status)) ?? 'not_run'));
};

/** The words that a search calls a run's state by. */
export const runStatus = (state: PipelineState, workflows: readonly WorkflowStatus[]): WorkflowStatus => {
  const { phase, current_outcome: outcome } = phaseOfRun(state, workflows);
  if (phase === 'ended') return outcome === 'errored' ? 'error' : outcome === 'succeeded' ? 'success' : (outcome as WorkflowStatus);
  if (phase !== 'started') return 'queued';
  if (outcome === 'failed') return 'failing';
  return workflows.length > 0 && workflows.every((status) => status === 'on_hold' || isWorkflowOver(status)) ? 'on_hold' : 'running';
};
