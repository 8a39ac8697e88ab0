import { isJobOver, isWorkflowOver, type JobStatus } from '../configuration/states/statuses.ts';
import { computeTransition } from '../configuration/states/workflow-transition.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from './workflow-records.ts';

/** A workflow's jobs by name, in the order of the configuration. */
export type JobsByName = ReadonlyMap<string, Job>;
export interface WorkflowState {
  readonly workflow: Workflow;
  readonly jobs: JobsByName;
}
export interface JobExecution {
  readonly stepMilliseconds: number;
  /** Whether a runner runs the jobs: it decides when a job starts and how it ends, not the clock. */
  readonly hasRunner: boolean;
  /** The final status of a scripted job. */
  outcomeOf(name: string): JobStatus;
  /** The duration of a scripted job, in milliseconds. */
  durationOf(name: string): number;
  /** The reason why a job may not run after these; undefined: it may. */
  denialOf(name: string, jobs: JobsByName): string | undefined;
}

const transientStatuses: ReadonlySet<JobStatus> = new Set(['not_running', 'queued', 'running', 'retried']);

/** Returns the job in a new status, with the time at which it leaves that status by itself. */
export const setJobStatus = (
  job: Job,
  status: JobStatus,
  at: number,
  { stepMilliseconds, durationOf, hasRunner }: Pick<JobExecution, 'stepMilliseconds' | 'durationOf' | 'hasRunner'>,
): Job => {
  const time = new Date(at).toISOString();
  const waits = hasRunner && job.type === 'build' && (status === 'queued' || status === 'running');
  return {
    ...job,
    status,
    queuedAt: job.queuedAt ?? (status === 'queued' ? time : null),
    startedAt: job.startedAt ?? (status === 'running' ? time : null),
    stoppedAt: isJobOver(status) ? time : null,
    movesAt:
      transientStatuses.has(status) && !waits
        ? new Date(at + (status === 'running' ? durationOf(job.name) : stepMilliseconds)).toISOString()
        : null,
  };
};

/** Applies what follows from the jobs' statuses: jobs that can start, that will not run, or that are unauthorized. */
export const settleWorkflow = (
  { workflow, jobs: given }: WorkflowState,
  at: number,
  execution: Pick<JobExecution, 'stepMilliseconds' | 'durationOf' | 'hasRunner' | 'denialOf'>,
): WorkflowState => {
  const jobs = new Map(given);
  for (;;) {
    const { changes, status } = computeTransition(
      [...jobs.values()],
      new Map([...jobs].map(([name, job]) => [name, job.status])),
      workflow.stop ?? undefined,
    );
    let refused = false;
    for (const [name, changed] of changes) {
      const reason = changed === 'not_running' ? execution.denialOf(name, jobs) : undefined;
      const job = setJobStatus(jobs.get(name)!, reason === undefined ? changed : 'unauthorized', at, execution);
      jobs.set(
        name,
        reason === undefined ? job : { ...job, messages: [...job.messages, { type: 'error', message: reason, reason: 'unauthorized' }] },
      );
      refused ||= reason !== undefined;
    }
    // The effect of an unauthorized job on its dependents is computed in the next iteration.
    if (!refused)
      return {
        jobs,
        workflow: { ...workflow, status, stoppedAt: isWorkflowOver(status) ? (workflow.stoppedAt ?? new Date(at).toISOString()) : null },
      };
  }
};

const followingStatus = ({ status, name }: Job, { outcomeOf: outcome }: JobExecution): JobStatus =>
  status === 'not_running' || status === 'retried' ? 'queued' : status === 'queued' ? 'running' : outcome(name);

const nextDueTime = (jobs: JobsByName, now: number): number | undefined => {
  let first: number | undefined;
  for (const { movesAt } of jobs.values())
    if (movesAt !== null && Date.parse(movesAt) <= now && (first === undefined || Date.parse(movesAt) < first)) first = Date.parse(movesAt);
  return first;
};

/** Advances a workflow to the given time, each step at the time at which it is due. */
export const advanceWorkflow = (state: WorkflowState, now: number, execution: JobExecution): WorkflowState => {
  let current = state;
  for (;;) {
    const at = nextDueTime(current.jobs, now);
    if (at === undefined) return current;
    const jobs = new Map(
      [...current.jobs].map(([name, job]) => [
        name,
        job.movesAt !== null && Date.parse(job.movesAt) === at ? setJobStatus(job, followingStatus(job, execution), at, execution) : job,
      ]),
    );
    current = settleWorkflow({ ...current, jobs }, at, execution);
  }
};
