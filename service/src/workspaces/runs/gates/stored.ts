import type { StageStatus } from '../stored-parts.ts';

type Moments = { readonly [status: string]: string };

export const taskStageStatuses = [
  'pending',
  'running',
  'passed',
  'failed',
  'awaiting_override',
  'errored',
  'canceled',
  'unreachable',
] as const;
export type TaskStageStatus = (typeof taskStageStatuses)[number];

/** Kind `task-stages`, scope the workspace's id, key the id. */
export interface StoredTaskStage {
  readonly run: string;
  /** `pre_plan`, `post_plan`, `pre_apply`, `post_apply`. */
  readonly stage: string;
  readonly status: TaskStageStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reached: Moments;
  /** Ids of task results and policy evaluations. */
  readonly results: readonly string[];
  readonly evaluations: readonly string[];
}

/** Links a task result → the id of each of its outcomes, which are members of it. */
export const outcomeLink = 'task-result-outcomes';
export interface TaskResultOutcome {
  readonly id: string;
  readonly outcomeId: string;
  readonly description: string;
  readonly tags: unknown;
  readonly url: string | null;
  /** A text in Markdown. */
  readonly body: string | null;
}

/** Kind `task-results`, scope the workspace's id, key the id. */
export interface StoredTaskResult {
  readonly run: string;
  readonly stageId: string;
  readonly stage: string;
  readonly status: 'pending' | 'running' | 'passed' | 'failed' | 'errored' | 'canceled' | 'unreachable';
  readonly message: string | null;
  readonly url: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reached: Moments;
  /** The task, as it was when the run started. */
  readonly task: { readonly id: string; readonly name: string; readonly url: string | null };
  /** Its attachment to the workspace; null where the organization attaches it everywhere. */
  readonly workspaceTask: string | null;
  readonly enforcement: 'advisory' | 'mandatory';
  readonly agentPool: string | null;
  readonly isSpeculative: boolean;
  readonly outcomes: readonly TaskResultOutcome[];
}

export interface ResultCount {
  readonly 'advisory-failed': number;
  readonly 'mandatory-failed': number;
  readonly passed: number;
  readonly errored: number;
}

/** Kind `policy-evaluations`, scope the workspace's id, key the id. */
export interface StoredPolicyEvaluation {
  readonly run: string;
  readonly stageId: string;
  readonly policyKind: 'opa' | 'sentinel';
  readonly status: 'pending' | 'queued' | 'running' | 'passed' | 'failed' | 'overridden' | 'errored' | 'canceled' | 'unreachable';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reached: Moments;
  readonly counts: ResultCount;
  /** False: it failed, and the run cannot continue. */
  readonly isOverridable?: boolean;
  /** Ids of policy set outcomes. */
  readonly outcomes: readonly string[];
}

/** Kind `policy-set-outcomes`, scope the workspace's id, key the id. */
export interface StoredPolicySetOutcome {
  readonly evaluation: string;
  readonly policySetName: string;
  readonly policySetDescription: string | null;
  readonly overridable: boolean;
  readonly error: string | null;
  readonly warnings: readonly string[];
  readonly counts: ResultCount;
  readonly toolVersion: string;
  readonly outcomes: readonly {
    readonly enforcement_level: string;
    readonly query: string | null;
    readonly status: string;
    readonly policy_name: string;
    readonly description: string;
    readonly output: readonly unknown[] | null;
  }[];
}

export interface PolicyCheckResult {
  readonly result: boolean;
  readonly passed: number;
  readonly 'total-failed': number;
  readonly 'hard-failed': number;
  readonly 'soft-failed': number;
  readonly 'advisory-failed': number;
  readonly 'duration-ms': number;
  readonly sentinel: unknown;
}

/** Kind `policy-checks`, scope the workspace's id, key the id. */
export interface StoredPolicyCheck {
  readonly run: string;
  readonly scope: 'organization' | 'workspace';
  readonly status: 'pending' | 'queued' | 'passed' | 'soft_failed' | 'hard_failed' | 'overridden' | 'errored' | 'canceled' | 'unreachable';
  readonly reached: Moments;
  readonly result: PolicyCheckResult | null;
  /** What the policy check printed. */
  readonly output: string;
}

/** What the status of a stage, or of a check, means for the run that waits for it. */
export const toStageStatus = (status: TaskStageStatus | StoredPolicyCheck['status']): StageStatus => {
  switch (status) {
    case 'pending':
    case 'running':
    case 'queued':
      return 'pending';
    case 'passed':
    case 'overridden':
      return 'passed';
    case 'awaiting_override':
    case 'soft_failed':
      return 'overridable';
    default:
      return 'failed';
  }
};
