import { createListenerKind } from '../../http/listeners.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { RunContext } from './run-context.ts';
import type { RunStatus, StoredRun } from './stored.ts';
import type { CostFigures, RunEvent, StageReference } from './stored-parts.ts';

/** A run that is about to be stored. */
export interface StartingRun {
  readonly id: string;
  readonly body: StoredRun;
  readonly workspace: StoredRecord<StoredWorkspace>;
}

/** The gates of a run (gates/task-stages.ts and gates/policy-checks.ts create them), and its relationships from the start. */
export interface RunAttachments {
  readonly stages?: readonly StageReference[];
  readonly checks?: readonly StageReference[];
  readonly cost?: CostFigures;
  readonly events?: readonly RunEvent[];
}

/**
 * Reacts to runs in another part of the service: policies, tasks, notifications. Both functions run in the transaction that starts or
 * advances the run, and an error undoes it. They are independent of the executor.
 */
export interface RunListener {
  /** Before the run is stored. `stages`: those that it has already; a task stage is shared by tasks and policies. */
  attach?(context: RunContext, run: StartingRun, stages: readonly StageReference[]): Promise<RunAttachments>;
  /**
   * After the run was stored in the last of these statuses; it passed through the others on the way. When a stage begins
   * (`post_plan_running`, `policy_checking`, …), the result is reported by `settleTaskStage` or `settlePolicyCheck`, now or later.
   */
  entered?(context: RunContext, run: StoredRecord<StoredRun>, statuses: readonly RunStatus[]): Promise<void>;
}

export const runListeners = createListenerKind<RunListener>('runs');

export const collectAttachments = async (context: RunContext, run: StartingRun): Promise<RunAttachments> => {
  const stages: StageReference[] = [];
  const checks: StageReference[] = [];
  const events: RunEvent[] = [];
  let cost: CostFigures | undefined;
  for (const listener of runListeners.among(context.listeners)) {
    const attached = (await listener.attach?.(context, run, stages)) ?? {};
    stages.push(...(attached.stages ?? []).filter(({ id }) => stages.every((known) => known.id !== id)));
    checks.push(...(attached.checks ?? []));
    events.push(...(attached.events ?? []));
    cost ??= attached.cost;
  }
  return { stages, checks, events, ...(cost ? { cost } : {}) };
};

export const notifyRunEntered = async (
  context: RunContext,
  run: StoredRecord<StoredRun>,
  statuses: readonly RunStatus[],
): Promise<void> => {
  for (const listener of runListeners.among(context.listeners)) await listener.entered?.(context, run, statuses);
};
