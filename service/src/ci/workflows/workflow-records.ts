import type { StopReason } from '../configuration/states/workflow-transition.ts';
import type { WorkflowStatus } from '../configuration/states/statuses.ts';

export interface Workflow {
  readonly project: string;
  readonly pipelineNumber: number;
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly tag: 'setup' | null;
  readonly startedBy: string;
  /** The actor on whose behalf it continues, if it is not `startedBy`: who approved the setup that it continues. */
  readonly openedBy?: string;
  /** Names of approvals that a rerun took over: they opened the run before, not this one. */
  readonly carriedApprovals?: readonly string[];
  readonly canceledBy: string | null;
  readonly erroredBy: string | null;
  readonly rerun: number;
  readonly autoRerun: number;
  readonly maxAutoReruns: number;
  readonly stop: StopReason | null;
  /** Job ids in the order of the configuration; a rerun shares the jobs that do not run again. */
  readonly jobs: readonly string[];
  readonly createdAt: string;
  readonly stoppedAt: string | null;
}
export const activeLink = 'ci-active';
