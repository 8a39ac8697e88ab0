import type { NoCodeOrigin } from '../workspaces/stored.ts';
import type { CostFigures, PhaseResult, RunAuthor, RunCause, RunEvent, RunOptions, StageReference } from './stored-parts.ts';

/** The statuses of a run, in the order of its life; specification 1 names six of them for upgrades. */
export const runStatuses = [
  'pending',
  'fetching',
  'pre_plan_running',
  'pre_plan_completed',
  'plan_queued',
  'planning',
  'planned',
  'post_plan_running',
  'post_plan_awaiting_decision',
  'post_plan_completed',
  'cost_estimating',
  'cost_estimated',
  'policy_checking',
  'policy_override',
  'policy_soft_failed',
  'policy_checked',
  'planned_and_finished',
  'planned_and_saved',
  'confirmed',
  'pre_apply_running',
  'pre_apply_completed',
  'apply_queued',
  'applying',
  'post_apply_running',
  'post_apply_completed',
  'applied',
  'errored',
  'discarded',
  'canceled',
  'force_canceled',
] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What a run of a no-code workspace brings about when it is applied. */
export interface RunGoal {
  /** The module, and its version, that it moves to. */
  readonly module?: Pick<NoCodeOrigin, 'sourceModuleId' | 'moduleVersion'>;
  /** Variables it sets: their attributes, in the specification's names. */
  readonly variables?: readonly { readonly [name: string]: unknown }[];
  /** Number of resources managed afterwards. */
  readonly resources?: number;
}

/** What kind of work a run does: the words of `filter[operation]`. */
export const runOperations = ['plan_and_apply', 'plan_only', 'save_plan', 'refresh_only', 'destroy', 'empty_apply'] as const;
export type RunOperation = (typeof runOperations)[number];

/**
 * The body of a record of kind `runs`: scope the workspace's id, key the id, name what a search looks at. Members that are optional are
 * absent in runs that an older release stored.
 */
export interface StoredRun {
  readonly organization: string;
  readonly workspace: string;
  readonly status: RunStatus;
  /** When it advances by itself, ISO 8601; null: it waits for its confirmation, the run before it or a lock, or has ended. */
  readonly movesAt: string | null;
  readonly active: boolean;
  readonly kind: 'plain' | 'upgrade';
  readonly message: string;
  readonly isDestroy: boolean;
  /** Ends after its plan, in parallel with other runs of the workspace: it waits neither for them nor for a lock. */
  readonly planOnly?: true;
  /** Keeps its plan until it is confirmed; until then it runs in parallel as a plan-only run does. */
  readonly savePlan?: true;
  /** Whether its plan looks at the real resources first; true unless stored. */
  readonly refresh?: false;
  readonly options?: RunOptions;
  readonly operation?: RunOperation;
  /** `2026-05`: when it was created, for lists by time. */
  readonly month?: string;
  readonly source?: string;
  readonly configurationVersion?: string;
  /** It starts when the content of its configuration version has been uploaded. */
  readonly awaitsContent?: true;
  /** The commit of its configuration version. */
  readonly commit?: string;
  readonly createdBy?: RunAuthor;
  readonly confirmedBy?: RunAuthor;
  readonly canceledBy?: RunAuthor;
  /** The end of a canceled run, at `movesAt`: an engine that follows it shows its plan first. */
  readonly endsAs?: 'canceled';
  readonly engineVersion?: string;
  /** Whether its logs are JSON lines for the engine that watches, or text. */
  readonly structured?: boolean;
  /** Part of the signed addresses of its logs and plans, which work without a token. */
  readonly secret?: string;
  /** Applies without a confirmation, if the person on whose behalf it does so may apply by then (auto-apply.ts). */
  readonly autoApply: boolean;
  /** With `allow-empty-apply`: applies without a confirmation if its plan has no changes, on the terms of `autoApply`. */
  readonly appliesEmpty?: true;
  /** The person on whose behalf it applies itself. Absent: its creator; without one, settings of its workspace. */
  readonly appliesFor?: RunAuthor;
  /** The executor: `engine`, a runner that starts the engine; absent: its script. */
  readonly executor?: 'engine';
  /** A run of a script that holds the lock of its workspace, as runs that the engine executes do. */
  readonly holdsLock?: true;
  /** The program that the caller used: where it is installed, it executes the run. */
  readonly program?: 'terraform' | 'tofu';
  /** For a run of the engine: the ID of the pool whose agents execute it. Absent: the service executes it. */
  readonly agentPool?: string;
  /** The id of the runner or the agent that executes its plan or its apply, or did last. */
  readonly runner?: string;
  /** How the simulated run ends. */
  readonly outcome: RunOutcome;
  readonly aim: RunGoal;
  readonly createdAt: string;
  /** When each status was reached. */
  readonly reached: { readonly [status: string]: string };
  /** How its plan and its apply ended; absent before that. */
  readonly plan?: PhaseResult;
  readonly apply?: PhaseResult;
  /** Present where its costs are estimated. */
  readonly cost?: CostFigures;
  /** Its task stages and policy checks, which hold it up until they passed or are overridden. */
  readonly stages?: readonly StageReference[];
  readonly checks?: readonly StageReference[];
  readonly events?: readonly RunEvent[];
  /** Scripted: a cancellation does not end it while it plans or applies. A run of the engine behaves so, too, until the engine stops. */
  readonly ignoresCancel?: true;
  /** From when on it can be force-canceled; present after its cancellation was ignored. */
  readonly forceCancelAt?: string;
  /** The applied run that started it. */
  readonly trigger?: RunCause;
  /** Ids of its comments. */
  readonly comments?: readonly string[];
}

/** `errored` in its plan, or after it; `no-changes`: planned and finished. */
export type RunOutcome = 'success' | 'no-changes' | 'plan-errored' | 'apply-errored';
export const runOutcomes: readonly RunOutcome[] = ['success', 'no-changes', 'plan-errored', 'apply-errored'];

export const finalStatuses: ReadonlySet<RunStatus> = new Set([
  'planned_and_finished',
  'policy_soft_failed',
  'applied',
  'errored',
  'discarded',
  'canceled',
  'force_canceled',
]);

/** Links `all` → each run that is not over: found without looking at those that are. */
export const activeRunsLink = 'active-runs';
/** Links `all`, or the ID of an agent pool → each run that waits for a runner (`plan_queued`, `apply_queued`), in that order. */
export const queuedRunsLink = 'queued-runs';
/** The scope of the queue of runs that the service executes itself. */
export const ownRunsQueue = 'all';
/** Links an organization's name → each of its runs. */
export const organizationRunsLink = 'organization-runs';
