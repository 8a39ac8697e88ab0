import type { JobStatus } from '../ci/configuration/index.ts';

/**
 * What the runner remembers, besides files.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-runners` | '' | id | Runner: a process that runs jobs |
 * | `ci-claims` | '' | id of the job | Claim: who runs it; gone when it is over |
 * | `ci-job-nodes` | id of the job | index, from 0 | JobNode |
 * | `ci-caches` | prj | the cache's key | Archive |
 * | `ci-workspace-layers` | id of the job | id | Archive |
 */
export interface RunnerRecord {
  /** Of the machine's own clock, in epoch milliseconds: jobs take the time they take. */ readonly seenAt: number;
}
export interface JobClaim {
  readonly runner: string;
}

/** One of the parallel runs of a job. */
export interface JobNode {
  readonly status: JobStatus;
  /** Its output: a file, of which each step is a stretch. */
  readonly file: string;
  readonly steps: readonly StepRun[];
}
export interface StepRun {
  readonly name: string;
  readonly status: 'running' | 'success' | 'failed' | 'timedout' | 'canceled' | 'infrastructure_fail';
  readonly startedAt: string;
  readonly stoppedAt: string | null;
  /** Bytes of the output; `to` is null while it runs. */
  readonly from: number;
  readonly to: number | null;
}
