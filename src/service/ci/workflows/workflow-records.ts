import type { StopReason, WorkflowStatus } from '../configuration/index.ts';

export interface Workflow {
  readonly project: string;
  readonly pipelineNumber: number;
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly tag: 'setup' | null;
  readonly startedBy: string;
  readonly canceledBy: string | null;
  readonly erroredBy: string | null;
  readonly rerun: number;
  readonly autoRerun: number;
  readonly maxAutoReruns: number;
  readonly stop: StopReason | null;
  /** In the order of the configuration; a rerun keeps those that it does not run again. */
  readonly jobs: readonly string[];
  readonly createdAt: string;
  readonly stoppedAt: string | null;
}
export const activeLink = 'ci-active';
