import type { ResourceUsage, TestCase } from '../../store/ledger/ledger.ts';
import type { JobStatus, JobType, RequiredStatus } from '../configuration/index.ts';

export interface Job {
  readonly pipeline: string;
  /** The latest that it is in. */
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
  /** When it leaves its status by itself. */
  readonly movesAt: string | null;
  readonly createdAt: string;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly stoppedAt: string | null;
  /** Its reports were too large: none of its tests are told. */
  readonly testsOver?: true;
  /** What the runner measured. */
  readonly measured?: ResourceUsage;
}
/** As a report tells it. */
export type TestResult = TestCase;
/** What becomes of a job of this name where nothing really runs. */
export interface JobOutcome {
  readonly outcome: JobStatus;
  readonly tests?: readonly TestResult[];
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
  /** How long it runs. */
  readonly milliseconds?: number;
}
export interface Artifact {
  readonly path: string;
  /** Which of the parallel runs made it, from 0. */
  readonly node: number;
  /** Bytes. */
  readonly size: number;
  /** Of a scripted job's; null where a file holds it. */
  readonly content: string | null;
  readonly file: string | null;
}
/** Of the test results of one job (specification, limits). */
export const maxTestBytes = 250_000_000;
/** Jobs that wait for a runner, in the order in which they began to. */
export const queueLink = 'ci-queue';

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
