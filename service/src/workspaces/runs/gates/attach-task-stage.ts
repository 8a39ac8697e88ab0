import { newId } from '../../../store/new-id.ts';
import type { Transaction } from '../../../store/store.ts';
import type { RunContext } from '../run-context.ts';
import type { StartingRun } from '../run-listeners.ts';
import type { StoredRun } from '../stored.ts';
import type { StageReference } from '../stored-parts.ts';
import { updateGate } from './move-gate.ts';
import {
  outcomeLink,
  toStageStatus,
  type StoredPolicyEvaluation,
  type StoredPolicySetOutcome,
  type StoredTaskResult,
  type StoredTaskStage,
  type TaskStageStatus,
} from './stored.ts';

/** A task that a stage waits for. */
export type NewTaskResult = Pick<StoredTaskResult, 'task' | 'workspaceTask' | 'enforcement' | 'agentPool'>;

export interface NewTaskStage {
  readonly stage: 'pre_plan' | 'post_plan' | 'pre_apply' | 'post_apply';
  readonly results?: readonly NewTaskResult[];
  readonly evaluations?: readonly Pick<StoredPolicyEvaluation, 'policyKind'>[];
}

const insertRecord = async (tx: Transaction, kind: string, prefix: string, scope: string, body: object): Promise<string> => {
  const id = newId(prefix);
  await tx.insert({ id, kind, scope, key: id, name: '', body });
  return id;
};

/** What results and evaluations have in common when they are made. */
type PendingGate = Pick<StoredTaskStage, 'run' | 'createdAt' | 'updatedAt' | 'reached'> & { readonly status: 'pending' };

const insertResults = async (
  { tx }: RunContext,
  run: StartingRun,
  common: PendingGate & { readonly stageId: string },
  { stage, results = [] }: NewTaskStage,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const one of results) {
    const isSpeculative = run.body.planOnly === true;
    const body: StoredTaskResult = { ...common, ...one, stage, message: null, url: null, isSpeculative, outcomes: [] };
    ids.push(await insertRecord(tx, 'task-results', 'taskrs', run.workspace.id, body));
  }
  return ids;
};

const insertEvaluations = async (
  { tx }: RunContext,
  run: StartingRun,
  common: PendingGate & { readonly stageId: string },
  { evaluations = [] }: NewTaskStage,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const { policyKind } of evaluations) {
    const counts = { 'advisory-failed': 0, 'mandatory-failed': 0, passed: 0, errored: 0 };
    const body: StoredPolicyEvaluation = { ...common, policyKind, counts, outcomes: [] };
    ids.push(await insertRecord(tx, 'policy-evaluations', 'poleval', run.workspace.id, body));
  }
  return ids;
};

/**
 * Makes a stage, with its results and evaluations, all pending, or adds them to the one of its kind among `present`; a listener returns it
 * as one of the run's `stages`.
 */
export const attachTaskStage = async (
  context: RunContext,
  run: StartingRun,
  added: NewTaskStage,
  present: readonly StageReference[] = [],
): Promise<StageReference> => {
  const { tx, clock } = context;
  const { stage } = added;
  const shared = present.find((one) => one.stage === stage);
  const id = shared?.id ?? newId('ts');
  const at = clock.now().toISOString();
  const common: PendingGate = { run: run.id, createdAt: at, updatedAt: at, status: 'pending', reached: { pending: at } };
  const results = await insertResults(context, run, { ...common, stageId: id }, added);
  const evaluations = await insertEvaluations(context, run, { ...common, stageId: id }, added);
  const existing = shared && (await tx.get<StoredTaskStage>('task-stages', id));
  if (shared && existing) {
    const { body } = existing;
    const all = { results: [...body.results, ...results], evaluations: [...body.evaluations, ...evaluations] };
    await tx.update<StoredTaskStage>(existing, { body: { ...body, ...all } });
    return shared;
  }
  const body: StoredTaskStage = { ...common, stage, results, evaluations };
  await tx.insert<StoredTaskStage>({ id, kind: 'task-stages', scope: run.workspace.id, key: id, name: '', body });
  return { id, stage, status: 'pending' };
};

/** Gives a stage another status; its run moves on when that was what it waited for. */
export const settleTaskStage = async (context: RunContext, id: string, status: TaskStageStatus): Promise<void> => {
  const { tx, clock } = context;
  const stage = await tx.get<StoredTaskStage>('task-stages', id);
  const run = stage && (await tx.get<StoredRun>('runs', stage.body.run));
  if (!stage || !run) return;
  const at = clock.now().toISOString();
  await tx.update<StoredTaskStage>(stage, {
    body: { ...stage.body, status, updatedAt: at, reached: { ...stage.body.reached, [status]: at } },
  });
  await updateGate(context, run, id, toStageStatus(status));
};

const isOver = (status: string): boolean => !['pending', 'queued', 'running'].includes(status);
const hasPassed = (status: string): boolean => status === 'passed' || status === 'overridden';

/**
 * The status of a stage by its results and evaluations: running until all are over; a mandatory task that did not pass fails it, and so do
 * failed policies, unless they can be overridden: they wait for that.
 */
export const resolveTaskStage = async (context: RunContext, id: string): Promise<void> => {
  const { tx } = context;
  const stage = await tx.get<StoredTaskStage>('task-stages', id);
  if (!stage) return;
  const results = (await tx.getMany<StoredTaskResult>('task-results', stage.body.results)).map(({ body }) => body);
  const evaluations = (await tx.getMany<StoredPolicyEvaluation>('policy-evaluations', stage.body.evaluations)).map(({ body }) => body);
  if (![...results, ...evaluations].every(({ status }) => isOver(status))) return settleTaskStage(context, id, 'running');
  const isFailed =
    results.some(({ status, enforcement }) => enforcement === 'mandatory' && !hasPassed(status)) ||
    evaluations.some(({ status, isOverridable }) => isOverridable === false && !hasPassed(status));
  if (isFailed) return settleTaskStage(context, id, 'failed');
  const isBlocked = evaluations.some(({ status, counts }) => !hasPassed(status) && counts['mandatory-failed'] + counts.errored > 0);
  return settleTaskStage(context, id, isBlocked ? 'awaiting_override' : 'passed');
};

/** The policy results of a run: the status, and a document for each policy set. */
export interface PolicyReport extends Pick<StoredPolicyEvaluation, 'status' | 'counts' | 'isOverridable'> {
  readonly outcomes: readonly Omit<StoredPolicySetOutcome, 'evaluation'>[];
}

/** Keeps what a policy evaluation found, and moves its stage. */
export const reportPolicyEvaluation = async (context: RunContext, id: string, { outcomes, ...report }: PolicyReport): Promise<void> => {
  const { tx, clock } = context;
  const evaluation = await tx.get<StoredPolicyEvaluation>('policy-evaluations', id);
  if (!evaluation) return;
  const ids: string[] = [];
  for (const one of outcomes) {
    const body: StoredPolicySetOutcome = { ...one, evaluation: id };
    ids.push(await insertRecord(tx, 'policy-set-outcomes', 'psout', evaluation.scope, body));
  }
  const at = clock.now().toISOString();
  const reached = { ...evaluation.body.reached, [report.status]: at };
  await tx.update<StoredPolicyEvaluation>(evaluation, {
    body: { ...evaluation.body, ...report, outcomes: [...evaluation.body.outcomes, ...ids], updatedAt: at, reached },
  });
  await resolveTaskStage(context, evaluation.body.stageId);
};

/** The part of a task result that the run task reports. */
export type TaskReport = Partial<Pick<StoredTaskResult, 'status' | 'message' | 'url' | 'outcomes'>>;

/** Stores the report of a task, and updates its stage. */
export const reportTaskResult = async (context: RunContext, id: string, report: TaskReport): Promise<void> => {
  const { tx, clock } = context;
  const result = await tx.get<StoredTaskResult>('task-results', id);
  if (!result) return;
  const at = clock.now().toISOString();
  const reached = report.status === undefined ? result.body.reached : { ...result.body.reached, [report.status]: at };
  await tx.update<StoredTaskResult>(result, { body: { ...result.body, ...report, updatedAt: at, reached } });
  for (const outcome of report.outcomes ?? []) await tx.link(outcomeLink, id, outcome.id);
  await resolveTaskStage(context, result.body.stageId);
};
