import type { RequiredStatus } from '../configuration.ts';
import type { PlannedJob } from '../plan/planned-workflow.ts';
import { isFailedStatus, isJobOver, type JobStatus, type WorkflowStatus } from './statuses.ts';

export type JobStatusMap = ReadonlyMap<string, JobStatus>;

export interface WorkflowTransition {
  /** New statuses of jobs: `not_running` can be queued, `on_hold` waits for an approval, `not_run` will never run. */
  readonly changes: JobStatusMap;
  /** Status of the workflow after the changes. */
  readonly status: WorkflowStatus;
}

/** Why a workflow ends independently of its jobs: it was canceled, or cannot continue. */
export type StopReason = 'canceled' | 'error' | 'unauthorized';

const meetsRequirement = (status: JobStatus, wanted: RequiredStatus): boolean =>
  wanted === 'terminal' || (wanted === 'failed' ? isFailedStatus(status) : status === wanted);

type RunnableJob = Pick<PlannedJob, 'name' | 'type' | 'requires'>;

/** The next status of a blocked job; undefined while it waits. */
const settledStatus = ({ type, requires }: RunnableJob, statusOf: (job: string) => JobStatus): JobStatus | undefined => {
  const ends = requires.map(({ job, statuses }) => ({ status: statusOf(job), statuses }));
  if (ends.some(({ status, statuses }) => isJobOver(status) && !statuses.some((wanted) => meetsRequirement(status, wanted))))
    return 'not_run';
  if (!ends.every(({ status }) => isJobOver(status))) return undefined;
  return type === 'approval' ? 'on_hold' : type === 'no-op' ? 'success' : 'not_running';
};

/** A workflow's status by the statuses of its jobs. */
const workflowStatusOf = (all: readonly JobStatus[], stop: StopReason | undefined): WorkflowStatus => {
  const has = (test: (status: JobStatus) => boolean) => all.some(test);
  const isOver = !has((status) => !isJobOver(status));
  if (stop && isOver) return stop;
  const isFailing = has((status) => isFailedStatus(status) || status === 'unauthorized');
  if (!isOver)
    return isFailing
      ? 'failing'
      : has((status) => !isJobOver(status) && status !== 'on_hold' && status !== 'blocked')
        ? 'running'
        : has((status) => status === 'on_hold')
          ? 'on_hold'
          : 'running';
  if (has((status) => status === 'unauthorized')) return 'unauthorized';
  if (isFailing) return 'failed';
  if (has((status) => status === 'canceled')) return 'canceled';
  return has((status) => status === 'success') ? 'success' : 'not_run';
};

/**
 * Computes one transition of a workflow from the statuses of its jobs (missing: `blocked`): the new statuses of blocked jobs, and the
 * status of the workflow. With a stop reason, blocked jobs will not run and active ones are canceled. Idempotent: with the changes
 * applied, it changes nothing. Linear in jobs and requirements, in any order.
 */
export const computeTransition = (jobs: readonly RunnableJob[], statuses: JobStatusMap, stop?: StopReason): WorkflowTransition => {
  const now = new Map(jobs.map(({ name }) => [name, statuses.get(name) ?? 'blocked']));
  const changes = new Map<string, JobStatus>();
  const become = (name: string, status: JobStatus) => {
    now.set(name, status);
    changes.set(name, status);
  };
  if (stop) {
    for (const [name, status] of now) if (!isJobOver(status)) become(name, status === 'blocked' ? 'not_run' : 'canceled');
    return { changes, status: workflowStatusOf([...now.values()], stop) };
  }
  const dependents = new Map<string, RunnableJob[]>();
  for (const job of jobs)
    for (const { job: required } of job.requires) {
      const others = dependents.get(required);
      if (others) others.push(job);
      else dependents.set(required, [job]);
    }
  // A required job that is not in the plan was skipped, so it cannot hold up others.
  const statusOf = (name: string): JobStatus => now.get(name) ?? 'success';
  const queue = [...jobs];
  for (let at = 0; at < queue.length; at += 1) {
    const job = queue[at]!;
    const status = now.get(job.name) === 'blocked' ? settledStatus(job, statusOf) : undefined;
    if (status === undefined) continue;
    become(job.name, status);
    if (isJobOver(status)) for (const other of dependents.get(job.name) ?? []) queue.push(other);
  }
  return { changes, status: workflowStatusOf([...now.values()], undefined) };
};
