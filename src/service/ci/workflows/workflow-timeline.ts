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
  readonly step: number;
  /** Whether jobs really run: the runner, and no clock, says when one begins and how it ends. */
  readonly runs: boolean;
  /** How a job of this name ends. */
  outcome(name: string): JobStatus;
  /** How long a job of this name runs, in milliseconds. */
  lasts(name: string): number;
  /** Why a job may not run; undefined: it may. */
  refusal(name: string): string | undefined;
}

const transientStatuses: ReadonlySet<JobStatus> = new Set(['not_running', 'queued', 'running', 'retried']);

/** A job in a new status, with when it leaves that by itself. */
export const setJobStatus = (
  job: Job,
  status: JobStatus,
  at: number,
  { step, lasts, runs }: Pick<JobExecution, 'step' | 'lasts' | 'runs'>,
): Job => {
  const time = new Date(at).toISOString();
  const waits = runs && job.type === 'build' && (status === 'queued' || status === 'running');
  return {
    ...job,
    status,
    queuedAt: job.queuedAt ?? (status === 'queued' ? time : null),
    startedAt: job.startedAt ?? (status === 'running' ? time : null),
    stoppedAt: isJobOver(status) ? time : null,
    movesAt: transientStatuses.has(status) && !waits ? new Date(at + (status === 'running' ? lasts(job.name) : step)).toISOString() : null,
  };
};

/** What follows from the statuses that jobs have: who may begin, who never will, who is refused. */
export const settleWorkflow = (
  { workflow, jobs: given }: WorkflowState,
  at: number,
  pace: Pick<JobExecution, 'step' | 'lasts' | 'runs' | 'refusal'>,
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
      const reason = changed === 'not_running' ? pace.refusal(name) : undefined;
      const job = setJobStatus(jobs.get(name)!, reason === undefined ? changed : 'unauthorized', at, pace);
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

const followingStatus = ({ status, name }: Job, { outcome }: JobExecution): JobStatus =>
  status === 'not_running' || status === 'retried' ? 'queued' : status === 'queued' ? 'running' : outcome(name);

const nextDueTime = (jobs: JobsByName, now: number): number | undefined => {
  let first: number | undefined;
  for (const { movesAt } of jobs.values())
    if (movesAt !== null && Date.parse(movesAt) <= now && (first === undefined || Date.parse(movesAt) < first)) first = Date.parse(movesAt);
  return first;
};

/** The workflow moved on as far as the clock says, each step at the moment it was due. */
export const advanceWorkflow = (going: WorkflowState, now: number, pace: JobExecution): WorkflowState => {
  let there = going;
  for (;;) {
    const at = nextDueTime(there.jobs, now);
    if (at === undefined) return there;
    const jobs = new Map(
      [...there.jobs].map(([name, job]) => [
        name,
        job.movesAt !== null && Date.parse(job.movesAt) === at ? setJobStatus(job, followingStatus(job, pace), at, pace) : job,
      ]),
    );
    there = settleWorkflow({ ...there, jobs }, at, pace);
  }
};
