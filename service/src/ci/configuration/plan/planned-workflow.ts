import type { JobType, RequiredStatus } from '../configuration.ts';

/** The ref or schedule that a pipeline runs for. */
export interface PlanTarget {
  readonly branch?: string | undefined;
  readonly tag?: string | undefined;
  /** Name of the workflow whose schedule triggered the pipeline: only that one runs. Without it, scheduled workflows do not run. */
  readonly schedule?: string | undefined;
}
export interface PlannedJob {
  readonly name: string;
  readonly type: JobType;
  readonly contexts: readonly string[];
  /** Names of jobs of the same plan. */
  readonly dependencies: readonly string[];
  /** Dependencies with their accepted final statuses. */
  readonly requires: readonly { readonly job: string; readonly statuses: readonly RequiredStatus[] }[];
  readonly serialGroup?: string;
}
/** A workflow of a pipeline. One without jobs does not run. */
export interface PlannedWorkflow {
  readonly name: string;
  readonly maxAutoReruns: number;
  readonly jobs: readonly PlannedJob[];
  readonly skipped: readonly { readonly job: string; readonly message: string }[];
}
