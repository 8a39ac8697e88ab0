import { isJobOver, isWorkflowOver, type JobStatus, computeTransition } from '../configuration/index.ts';
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
  /** Whether jobs really run: the runner, and no clock, says when one begins and how it ends. */
  readonly hasRunner: boolean;
  /** How a job of this name ends. */
  outcomeOf(name: string): JobStatus;
  /** How long a job of this name runs, in milliseconds. */
  durationOf(name: string): number;
  /** Why a job may not run; undefined: it may. */
  denialOf(name: string): string | undefined;
}

const transientStatuses: ReadonlySet<JobStatus> = new Set(['not_running', 'queued', 'running', 'retried']);

/** A job in a new status, with when it leaves that by itself. */
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

/** What follows from the statuses that jobs have: who may begin, who never will, who is refused. */
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
      const reason = changed === 'not_running' ? execution.denialOf(name) : undefined;
      const job = setJobStatus(jobs.get(name)!, reason === undefined ? changed : 'unauthorized', at, execution);
      jobs.set(
        name,
        reason === undefined ? job : { ...job, messages: [...job.messages, { type: 'error', message: reason, reason: 'unauthorized' }] },
      );
      refused ||= reason !== undefined;
    }
    // What a refused job holds up is known in the next turn.
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

/** The workflow moved on as far as the clock says, each step at the moment it was due. */
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
