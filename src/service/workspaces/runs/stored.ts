import type { NoCodeOrigin } from '../workspaces/stored.ts';

/** The general run lifecycle (public documentation of the hosted service); spec 1 names six of them for upgrades. */
export type RunStatus =
  | 'pending'
  | 'fetching'
  | 'planning'
  | 'planned'
  | 'cost_estimated'
  | 'planned_and_finished'
  | 'confirmed'
  | 'applying'
  | 'applied'
  | 'errored'
  | 'discarded'
  | 'canceled';

/** What a run of a no-code workspace brings about when it is applied. */
export interface RunGoal {
  /** The module, and its version, that it moves to. */
  readonly module?: Pick<NoCodeOrigin, 'sourceModuleId' | 'moduleVersion'>;
  /** Variables it sets: their attributes, in the specification's names. */
  readonly variables?: readonly { readonly [name: string]: unknown }[];
  /** Resources managed afterwards. */
  readonly resources?: number;
}

/** The body of a record of kind `runs`: scope the workspace's id, key the id. */
export interface StoredRun {
  readonly organization: string;
  readonly workspace: string;
  readonly status: RunStatus;
  /** When it moves on by itself, ISO 8601; null: it waits for its confirmation, the run before it or a lock, or is over. */
  readonly movesAt: string | null;
  readonly active: boolean;
  readonly kind: 'plain' | 'upgrade';
  readonly message: string;
  readonly isDestroy: boolean;
  /** Ends with its plan, beside the other runs of the workspace: it neither waits for them nor for a lock. */
  readonly planOnly?: true;
  /** Whether its plan looks at the real resources first; true unless stored. */
  readonly refresh?: false;
  /** Applies without being confirmed. */
  readonly autoApply: boolean;
  /** What becomes of it, scripted. */
  readonly outcome: RunOutcome;
  readonly aim: RunGoal;
  readonly createdAt: string;
  /** When each status was reached. */
  readonly reached: { readonly [status: string]: string };
}

/** `errored` in its plan, or after it; `no-changes`: planned and finished. */
export type RunOutcome = 'success' | 'no-changes' | 'plan-errored' | 'apply-errored';
export const runOutcomes: readonly RunOutcome[] = ['success', 'no-changes', 'plan-errored', 'apply-errored'];

/** What can be confirmed. */
export const confirmableStatuses: ReadonlySet<RunStatus> = new Set(['planned', 'cost_estimated']);
export const finalStatuses: ReadonlySet<RunStatus> = new Set(['planned_and_finished', 'applied', 'errored', 'discarded', 'canceled']);

/** Links `all` → each run that is not over: found without looking at those that are. */
export const activeRunsLink = 'active-runs';
