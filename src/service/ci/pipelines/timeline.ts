import { isJobOver, isWorkflowOver, type JobStatus, next } from '../configuration/index.ts';
import type { Job, Workflow } from './stored.ts';

/** A workflow's jobs by name, in the order of the configuration. */
export type Jobs = ReadonlyMap<string, Job>;
export interface Going { readonly workflow: Workflow; readonly jobs: Jobs }
export interface Pace {
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

const moving: ReadonlySet<JobStatus> = new Set(['not_running', 'queued', 'running', 'retried']);

/** A job in a new status, with when it leaves that by itself. */
export const become = (job: Job, status: JobStatus, at: number, { step, lasts, runs }: Pick<Pace, 'step' | 'lasts' | 'runs'>): Job => {
  const time = new Date(at).toISOString();
  const waits = runs && job.type === 'build' && (status === 'queued' || status === 'running');
  return {
    ...job, status,
    queuedAt: job.queuedAt ?? (status === 'queued' ? time : null),
    startedAt: job.startedAt ?? (status === 'running' ? time : null),
    stoppedAt: isJobOver(status) ? time : null,
    movesAt: moving.has(status) && !waits ? new Date(at + (status === 'running' ? lasts(job.name) : step)).toISOString() : null,
  };
};

/** What follows from the statuses that jobs have: who may begin, who never will, who is refused. */
export const settled = ({ workflow, jobs: given }: Going, at: number, pace: Pick<Pace, 'step' | 'lasts' | 'runs' | 'refusal'>): Going => {
  const jobs = new Map(given);
  for (;;) {
    const { changes, status } = next([...jobs.values()], new Map([...jobs].map(([name, job]) => [name, job.status])), workflow.stop ?? undefined);
    let refused = false;
    for (const [name, changed] of changes) {
      const reason = changed === 'not_running' ? pace.refusal(name) : undefined;
      const job = become(jobs.get(name)!, reason === undefined ? changed : 'unauthorized', at, pace);
      jobs.set(name, reason === undefined ? job : { ...job, messages: [...job.messages, { type: 'error', message: reason, reason: 'unauthorized' }] });
      refused ||= reason !== undefined;
    }
    // What a refused job holds up is known in the next turn.
    if (!refused) return { jobs, workflow: { ...workflow, status, stoppedAt: isWorkflowOver(status) ? workflow.stoppedAt ?? new Date(at).toISOString() : null } };
  }
};

const after = ({ status, name }: Job, { outcome }: Pace): JobStatus =>
  (status === 'not_running' || status === 'retried' ? 'queued' : status === 'queued' ? 'running' : outcome(name));

const due = (jobs: Jobs, now: number): number | undefined => {
  let first: number | undefined;
  for (const { movesAt } of jobs.values()) if (movesAt !== null && Date.parse(movesAt) <= now && (first === undefined || Date.parse(movesAt) < first)) first = Date.parse(movesAt);
  return first;
};

/** The workflow moved on as far as the clock says, each step at the moment it was due. */
export const movedOn = (going: Going, now: number, pace: Pace): Going => {
  let there = going;
  for (;;) {
    const at = due(there.jobs, now);
    if (at === undefined) return there;
    const jobs = new Map([...there.jobs].map(([name, job]) => [name, job.movesAt !== null && Date.parse(job.movesAt) === at ? become(job, after(job, pace), at, pace) : job]));
    there = settled({ ...there, jobs }, at, pace);
  }
};
