import { newId } from '../../store/new-id.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { applyUpgrade } from '../no-code/upgrade-available.ts';
import type { StoredVariable } from '../variables/stored.ts';
import { createVariable, updateVariable } from '../variables/variables.ts';
import type { CurrentRun, StoredWorkspace, WorkspaceLock } from '../workspaces/stored.ts';
import { holdUnlessPermitted } from './auto-apply.ts';
import type { RunContext } from './run-context.ts';
import { notifyRunEntered } from './run-listeners.ts';
import { settleScript } from './script/attach-script.ts';
import { readScript } from './script/run-script.ts';
import { activeRunsLink, finalStatuses, ownRunsQueue, queuedRunsLink, type StoredRun, type RunStatus } from './stored.ts';
import { enterRunStatus, findNextStatus, releaseRun } from './timeline.ts';

const updateAverage = (before: number, runs: number, milliseconds: number): number =>
  Math.round((before * runs + milliseconds) / (runs + 1));
const measureDuration = ({ reached }: StoredRun, from: string, to: string): number =>
  reached[from] && reached[to] ? Date.parse(reached[to]) - Date.parse(reached[from]) : 0;

export const toCurrentRun = (id: string, { status, createdAt }: StoredRun): CurrentRun => ({ id, status, createdAt });

/** Whether the run blocks other runs of its workspace: a plan-only run, or a saved plan before its confirmation, does not. */
export const isInQueue = ({ planOnly, savePlan, reached }: StoredRun): boolean =>
  !planOnly && (!savePlan || reached['confirmed'] !== undefined);

/** How many resources the workspace manages after an apply, unless the resulting state has the number. */
const countManaged = (workspace: StoredWorkspace, { apply, isDestroy, aim }: StoredRun): number =>
  apply?.stateVersions ? workspace.resourceCount : isDestroy ? 0 : (aim.resources ?? workspace.resourceCount);

/** The lock after a run's new status: a locking run holds the workspace from its start to its end, unless someone else does. */
const findLock = ({ lock }: StoredWorkspace, id: string, { executor, holdsLock, status, reached }: StoredRun): WorkspaceLock | null => {
  const isHolder = lock?.holder.kind === 'run' && lock.holder.id === id;
  if ((executor !== 'engine' && !holdsLock) || status === 'pending') return lock;
  if (finalStatuses.has(status)) return isHolder ? null : lock;
  return lock ?? { holder: { kind: 'run', id, name: id }, reason: '', at: reached[status]! };
};

/** What a run's new status does to its workspace: the current run, what it manages, what it measures. */
const applyRunToWorkspace = (before: StoredWorkspace, id: string, run: StoredRun): StoredWorkspace => {
  const workspace = { ...before, lock: findLock(before, id, run) };
  const currentRun = workspace.currentRun?.id === id ? toCurrentRun(id, run) : workspace.currentRun;
  if (!finalStatuses.has(run.status)) return { ...workspace, currentRun };
  const applied = run.status === 'applied';
  return {
    ...workspace,
    currentRun,
    runFailures: workspace.runFailures + (run.status === 'errored' ? 1 : 0),
    runsCount: workspace.runsCount + 1,
    planDurationAverage: updateAverage(workspace.planDurationAverage, workspace.runsCount, measureDuration(run, 'planning', 'planned')),
    applyDurationAverage: applied
      ? updateAverage(workspace.applyDurationAverage, workspace.runsCount, measureDuration(run, 'applying', 'applied'))
      : workspace.applyDurationAverage,
    ...(applied
      ? {
          latestChangeAt: run.reached['applied']!,
          resourceCount: countManaged(workspace, run),
          currentConfigurationVersion: run.configurationVersion ?? workspace.currentConfigurationVersion,
        }
      : {}),
  };
};

/** The variables an applied upgrade sets. One that was made sensitive meanwhile stays so. */
const setVariables = async ({ tx, clock }: RunContext, workspace: string, run: StoredRun): Promise<void> => {
  for (const attributes of run.aim.variables ?? []) {
    const existing = await tx.getByKey<StoredVariable>('vars', workspace, `${String(attributes['category'])}:${String(attributes['key'])}`);
    if (existing)
      await updateVariable(tx, { clock, newId }, existing, {
        ...attributes,
        sensitive: existing.body.sensitive || attributes['sensitive'] === true,
      });
    else await createVariable(tx, { clock, newId }, { kind: 'workspace', id: workspace }, attributes);
  }
};

const listActiveRuns = async (tx: Transaction, workspace: string): Promise<readonly StoredRecord<StoredRun>[]> =>
  (await tx.list<StoredRun>({ kind: 'runs', scope: workspace, body: [{ path: 'active', is: true }] })).records;

/** The run that waits for the current one to be over. */
const findNextRun = async (tx: Transaction, workspace: string): Promise<StoredRecord<StoredRun> | undefined> =>
  (await listActiveRuns(tx, workspace)).find(({ body }) => body.status === 'pending' && body.movesAt === null);

/** When its workspace is unlocked, the current run begins if it waited for that. */
export const releaseLockedRun = async ({ tx, clock, settings }: RunContext, { currentRun }: StoredWorkspace): Promise<void> => {
  const run = currentRun && (await tx.get<StoredRun>('runs', currentRun.id));
  if (run?.body.status === 'pending' && run.body.movesAt === null)
    await tx.update<StoredRun>(run, { body: releaseRun(run.body, clock.now(), settings) });
};

/** What was planned before another run changed the resources can no longer be applied. */
const discardSavedPlans = async (context: RunContext, workspace: string, applied: string, at: Date): Promise<void> => {
  for (const run of await listActiveRuns(context.tx, workspace))
    if (run.id !== applied && run.body.status === 'planned_and_saved')
      await saveRun(context, run, enterRunStatus(run.body, 'discarded', at, context.settings));
};

const updateWorkspace = async (context: RunContext, record: StoredRecord<StoredRun>, next: StoredRun): Promise<void> => {
  const { tx, settings } = context;
  const workspace = await tx.get<StoredWorkspace>('workspaces', next.workspace);
  if (!workspace) return;
  let body = applyRunToWorkspace(workspace.body, record.id, next);
  if (next.status === 'applied') {
    await setVariables(context, workspace.id, next);
    body = await applyUpgrade(tx, body, next.aim.module);
  }
  const nextRun = !next.active && body.currentRun?.id === record.id ? await findNextRun(tx, workspace.id) : undefined;
  if (nextRun) {
    const started = body.lock ? nextRun.body : releaseRun(nextRun.body, new Date(next.reached[next.status]!), settings);
    await tx.update<StoredRun>(nextRun, { body: started });
    body = { ...body, currentRun: toCurrentRun(nextRun.id, started) };
  }
  await tx.update<StoredWorkspace>(workspace, { body });
};

/** Stages and checks that came with a script have their results as soon as they begin. */
const settleGates = async (context: RunContext, id: string, run: StoredRun): Promise<void> => {
  if (run.movesAt === null && ((run.stages ?? []).length > 0 || (run.checks ?? []).length > 0))
    await settleScript(context, await readScript(context.tx, run.workspace, id), run.status);
};

const waitsForRunner = ({ status }: StoredRun): boolean => status === 'plan_queued' || status === 'apply_queued';

/** Runners, and agents of a pool, find what waits for them by a link. */
const updateQueue = async ({ tx }: RunContext, id: string, before: StoredRun, next: StoredRun): Promise<void> => {
  const [was, is] = [waitsForRunner(before), waitsForRunner(next)];
  const queue = next.agentPool ?? ownRunsQueue;
  if (is && !was) await tx.link(queuedRunsLink, queue, id);
  if (was && !is) await tx.unlink(queuedRunsLink, queue, id);
};

/** What a run of the engine passes without waiting for anything, it passes at once; an end before which its plan is shown, later. */
const passSteps = async ({ tx, clock, settings }: RunContext, run: StoredRun): Promise<StoredRun> => {
  const at = clock.now();
  let next = run;
  while (next.executor === 'engine' && next.movesAt !== null && Date.parse(next.movesAt) <= at.getTime()) {
    next = await holdUnlessPermitted({ tx, settings }, next, at, settings);
    const status = findNextStatus(next, settings);
    if (status === undefined) return { ...next, movesAt: null };
    next = enterRunStatus(next, status, at, settings);
  }
  return next;
};

/** Stores a run's new status with everything that follows from it. */
export const saveRun = async (context: RunContext, record: StoredRecord<StoredRun>, entered: StoredRun): Promise<void> => {
  const { tx } = context;
  const next = await passSteps(context, entered);
  const saved = await tx.update<StoredRun>(record, { body: next });
  if (!next.active) await tx.unlink(activeRunsLink, 'all', record.id);
  await updateQueue(context, record.id, record.body, next);
  if (isInQueue(next)) await updateWorkspace(context, record, next);
  if (next.status === 'applied') await discardSavedPlans(context, next.workspace, record.id, new Date(next.reached['applied']!));
  const { reached } = record.body as StoredRun;
  const statuses = (Object.keys(next.reached) as RunStatus[]).filter((status) => reached[status] === undefined);
  // A held run waits for a person from now on, even in a status that it had before.
  const appliesItself = ({ autoApply, appliesEmpty }: StoredRun): boolean => autoApply || appliesEmpty === true;
  const isHeld = appliesItself(record.body) && !appliesItself(next);
  if (statuses.length > 0 || isHeld) await notifyRunEntered(context, saved, statuses);
  await settleGates(context, record.id, next);
};
