import type { ServiceSettings } from '../../http/route.ts';
import { finalStatuses, type RunStatus, type StoredRun } from './stored.ts';
import type { StageStatus } from './stored-parts.ts';

export type RunPace = Pick<ServiceSettings, 'tier' | 'runStatusMilliseconds'>;

/** Whether the plan of a run has nothing that could be applied. */
const isNothingToApply = ({ plan, planOnly, options }: StoredRun): boolean =>
  planOnly === true || (plan?.hasChanges === false && options?.allowEmptyApply !== true);

/** The combined status of gates: passed if all passed, otherwise the first that is not passed. */
const summarize = (statuses: readonly StageStatus[]): StageStatus =>
  statuses.find((status) => status === 'failed') ??
  statuses.find((status) => status === 'overridable') ??
  statuses.find((status) => status === 'pending') ??
  'passed';

const readStage = ({ stages = [] }: StoredRun, stage: string): StageStatus | undefined => {
  const found = stages.filter((one) => one.stage === stage).map(({ status }) => status);
  return found.length === 0 ? undefined : summarize(found);
};

/** What follows a stage whose tasks run; undefined: it is not over. */
const leaveStage = (run: StoredRun, stage: string, completed: RunStatus, awaiting?: RunStatus): RunStatus | undefined => {
  const status = readStage(run, stage);
  if (status === 'failed') return 'errored';
  if (status === 'overridable') return awaiting === run.status ? undefined : (awaiting ?? 'errored');
  return status === 'pending' ? undefined : completed;
};

const leavePolicyChecks = (run: StoredRun): RunStatus | undefined => {
  const status = summarize((run.checks ?? []).map((check) => check.status));
  if (status === 'failed') return 'errored';
  if (status !== 'overridable') return status === 'pending' ? undefined : 'policy_checked';
  if (run.planOnly) return 'policy_soft_failed';
  return run.status === 'policy_override' ? undefined : 'policy_override';
};

/** The first gate between a plan and its confirmation that the run has not passed. */
const findGate = (run: StoredRun): RunStatus | undefined => {
  const gates: readonly (readonly [status: RunStatus, isNeeded: boolean])[] = [
    ['post_plan_running', readStage(run, 'post_plan') !== undefined],
    ['cost_estimating', run.cost !== undefined],
    ['policy_checking', (run.checks ?? []).length > 0],
  ];
  return gates.find(([status, isNeeded]) => isNeeded && run.reached[status] === undefined)?.[0];
};

const leavePlanning = (run: StoredRun): RunStatus | undefined => {
  if (run.plan === undefined) return undefined;
  if (run.plan.status !== 'finished') return run.plan.status;
  if (findGate(run) !== undefined) return 'planned';
  return isNothingToApply(run) ? 'planned_and_finished' : run.savePlan ? 'planned_and_saved' : 'planned';
};

const leavePlan = (run: StoredRun, { tier }: RunPace): RunStatus | undefined => {
  const gate = findGate(run);
  if (gate !== undefined) return gate;
  // Costs are estimated on the top plan tier only; an upgrade then waits there for its confirmation.
  if (run.status === 'planned' && tier === 'plus' && run.kind === 'upgrade') return 'cost_estimated';
  if (isNothingToApply(run)) return 'planned_and_finished';
  if (run.savePlan) return 'planned_and_saved';
  return run.autoApply || (run.appliesEmpty && run.plan?.hasChanges === false) ? 'confirmed' : undefined;
};

const leaveApplying = (run: StoredRun): RunStatus | undefined => {
  if (run.apply === undefined) return undefined;
  if (run.apply.status !== 'finished') return run.apply.status;
  return readStage(run, 'post_apply') === undefined ? 'applied' : 'post_apply_running';
};

/** A run of the engine waits until a runner takes it. */
const startPlan = ({ executor }: StoredRun): RunStatus => (executor === 'engine' ? 'plan_queued' : 'planning');
const startApply = ({ executor }: StoredRun): RunStatus => (executor === 'engine' ? 'apply_queued' : 'applying');

/** Sources of runs that a command of an engine started, and follows. */
const engineSources: readonly string[] = ['terraform', 'terraform+cloud'];
/** Whether a command of an engine follows the run. */
export const isFollowed = ({ source }: Pick<StoredRun, 'source'>): boolean => source !== undefined && engineSources.includes(source);

/**
 * How long a run that an engine follows stays between its plan and its end, in milliseconds. The engine polls a finished plan at most
 * two seconds later, and if the run is errored or canceled by then, it does not show the plan.
 */
const planShownAfter = 4000;
const applyStatuses: ReadonlySet<RunStatus> = new Set(['apply_queued', 'applying']);
/**
 * When an engine that follows the run has shown its plan; undefined: there is no plan to show, or its apply is queued or under way, which a
 * runner would begin meanwhile.
 */
export const planShownAt = (run: StoredRun): Date | undefined => {
  const planned = run.reached['planned'];
  if (planned === undefined || run.apply !== undefined || applyStatuses.has(run.status) || !isFollowed(run)) return undefined;
  return new Date(Date.parse(planned) + planShownAfter);
};

type Leave = (run: StoredRun, pace: RunPace) => RunStatus | undefined;

/** The next status after each status that a run leaves by itself. */
const leaves: { readonly [status in RunStatus]?: Leave } = {
  pending: () => 'fetching',
  fetching: (run) => (run.awaitsContent ? undefined : readStage(run, 'pre_plan') === undefined ? startPlan(run) : 'pre_plan_running'),
  pre_plan_running: (run) => leaveStage(run, 'pre_plan', 'pre_plan_completed'),
  pre_plan_completed: startPlan,
  planning: leavePlanning,
  planned: leavePlan,
  post_plan_running: (run) => leaveStage(run, 'post_plan', 'post_plan_completed', 'post_plan_awaiting_decision'),
  post_plan_awaiting_decision: (run) => leaveStage(run, 'post_plan', 'post_plan_completed', 'post_plan_awaiting_decision'),
  post_plan_completed: leavePlan,
  cost_estimating: () => 'cost_estimated',
  cost_estimated: leavePlan,
  policy_checking: leavePolicyChecks,
  policy_override: leavePolicyChecks,
  policy_checked: leavePlan,
  confirmed: (run) => (readStage(run, 'pre_apply') === undefined ? startApply(run) : 'pre_apply_running'),
  pre_apply_running: (run) => leaveStage(run, 'pre_apply', 'pre_apply_completed'),
  pre_apply_completed: startApply,
  applying: leaveApplying,
  // What is applied is applied: tasks after it cannot undo it.
  post_apply_running: (run) => (readStage(run, 'post_apply') === 'pending' ? undefined : 'post_apply_completed'),
  post_apply_completed: () => 'applied',
};

/** The next automatic status of a run and its time; undefined: it waits for a person, or has ended. */
export const findNextStatus = (run: StoredRun, pace: RunPace): RunStatus | undefined =>
  finalStatuses.has(run.status) ? undefined : (run.endsAs ?? leaves[run.status]?.(run, pace));

/** Whether the run is being executed: the executor's report advances it. */
export const isExecuting = ({ status, plan, apply }: StoredRun): boolean =>
  (status === 'planning' && plan === undefined) || (status === 'applying' && apply === undefined);

/** Whether it waits to be confirmed. */
export const isConfirmable = (run: StoredRun): boolean =>
  run.status === 'planned_and_saved' ||
  (['planned', 'post_plan_completed', 'cost_estimated', 'policy_checked'].includes(run.status) && run.movesAt === null);

const discardableStatuses: ReadonlySet<RunStatus> = new Set(['policy_override', 'post_plan_awaiting_decision']);
/** Whether it waits: to be confirmed, for a decision, or for its turn. */
export const isDiscardable = (run: StoredRun): boolean =>
  isConfirmable(run) || discardableStatuses.has(run.status) || (run.status === 'pending' && run.movesAt === null);
export const isCancelable = (run: StoredRun): boolean =>
  run.active && run.forceCancelAt === undefined && run.endsAs === undefined && !isConfirmable(run) && !discardableStatuses.has(run.status);
/** Whether it ignored its cancellation for long enough. */
export const isForceCancelable = ({ active, forceCancelAt }: StoredRun, now: Date): boolean =>
  active && forceCancelAt !== undefined && Date.parse(forceCancelAt) <= now.getTime();

/** When the run moves on. A script stays in each status for a while, and an engine that follows the run shows its plan first. */
const addStep = (run: StoredRun, at: Date, pace: RunPace): string => {
  const step = at.getTime() + (run.executor === 'engine' ? 0 : pace.runStatusMilliseconds);
  const next = findNextStatus(run, pace);
  const shown = next === 'errored' || next === 'canceled' ? planShownAt(run)?.getTime() : undefined;
  return new Date(Math.max(step, shown ?? 0)).toISOString();
};

/** What the engine executes moves on when it reports. */
const movesByItself = (run: StoredRun, pace: RunPace): boolean =>
  (isExecuting(run) && run.executor !== 'engine') || findNextStatus(run, pace) !== undefined;

/** A run that waited begins to move: for the one before it, for a lock, for a task or a policy. Unchanged while it still waits. */
export const releaseRun = (run: StoredRun, at: Date, pace: RunPace): StoredRun => ({
  ...run,
  movesAt: movesByItself(run, pace) ? addStep(run, at, pace) : null,
});

/** A run in a new status, with the moment at which it moves on. */
export const enterRunStatus = (run: StoredRun, status: RunStatus, at: Date, pace: RunPace): StoredRun =>
  releaseRun({ ...run, status, active: !finalStatuses.has(status), reached: { ...run.reached, [status]: at.toISOString() } }, at, pace);
