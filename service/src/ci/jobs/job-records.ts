import type { ResourceUsage, TestCase } from '../../store/ledger/ledger.ts';
import type { JobStatus } from '../configuration/states/statuses.ts';
import type { JobType, RequiredStatus } from '../configuration/configuration.ts';

export interface Job {
  readonly pipeline: string;
  /** The latest workflow of the job. */
  readonly workflow: string;
  readonly name: string;
  readonly type: JobType;
  readonly status: JobStatus;
  readonly number: number | null;
  readonly contexts: readonly string[];
  readonly dependencies: readonly string[];
  readonly requires: readonly { readonly job: string; readonly statuses: readonly RequiredStatus[] }[];
  readonly executor: { readonly type: string; readonly resourceClass: string };
  readonly parallelism: number;
  readonly messages: readonly { readonly type: string; readonly message: string; readonly reason: string }[];
  readonly approvedBy: string | null;
  readonly canceledBy: string | null;
  /** When the job leaves its status by itself. */
  readonly movesAt: string | null;
  readonly createdAt: string;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly stoppedAt: string | null;
  /** Its test reports exceed the limit: no test results are listed. */
  readonly testsOver?: true;
  /** CPU and memory usage as the runner measured it. */
  readonly measured?: ResourceUsage;
}
/** A test result of a report. */
export type TestResult = TestCase;
/** The scripted outcome of jobs of this name, where no runner runs them. */
export interface JobOutcome {
  readonly outcome: JobStatus;
  readonly tests?: readonly TestResult[];
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
  /** Duration of the job. */
  readonly milliseconds?: number;
}
export interface Artifact {
  readonly path: string;
  /** Index of the parallel run that stored it, from 0. */
  readonly node: number;
  /** Size in bytes. */
  readonly size: number;
  /** The content, for a scripted job; null if it is in a file. */
  readonly content: string | null;
  readonly file: string | null;
}
/** Limit of the test results of one job, in bytes (specification, limits). */
export const maxTestBytes = 250_000_000;
/** Link from `all` to the jobs that wait for a runner, in queue order. */
export const queueLink = 'ci-queue';

/** One of the parallel runs of a job. */
export interface JobNode {
  readonly status: JobStatus;
  /** Path of the log file; each step is a range of it. */
  readonly file: string;
  readonly steps: readonly StepRun[];
}
export interface StepRun {
  readonly name: string;
  readonly status: 'running' | 'success' | 'failed' | 'timedout' | 'canceled' | 'infrastructure_fail';
  readonly startedAt: string;
  readonly stoppedAt: string | null;
  /** Byte range of the step in the log; `to` is null while it runs. */
  readonly from: number;
  readonly to: number | null;
}
