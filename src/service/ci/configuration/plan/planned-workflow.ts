import type { JobType, RequiredStatus } from '../configuration.ts';

/** What a pipeline is for. */
export interface PlanTarget {
  readonly branch?: string | undefined;
  readonly tag?: string | undefined;
  /** The name of the workflow whose schedule triggered the pipeline. Without it scheduled workflows do not run, with it only that one. */
  readonly schedule?: string | undefined;
}
export interface PlannedJob {
  readonly name: string;
  readonly type: JobType;
  readonly contexts: readonly string[];
  /** Names of jobs of the same plan. */
  readonly dependencies: readonly string[];
  /** The ends that each dependency may have. */
  readonly requires: readonly { readonly job: string; readonly statuses: readonly RequiredStatus[] }[];
  readonly serialGroup?: string;
}
/** A workflow as it runs. One that has no jobs left is none. */
export interface PlannedWorkflow {
  readonly name: string;
  readonly maxAutoReruns: number;
  readonly jobs: readonly PlannedJob[];
  readonly skipped: readonly { readonly job: string; readonly message: string }[];
}
