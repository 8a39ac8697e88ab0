import { newId } from '../../new-id.ts';
import type { Clock } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { addVariable, changeVariable } from '../variables.ts';
import type { Variable } from '../stored.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { activeRuns, over, type Run } from './stored.ts';

const noCodeAfter = ({ noCode }: Workspace, { aim }: Run): Workspace['noCode'] =>
  (noCode && aim.moduleVersion !== undefined ? { ...noCode, moduleVersion: aim.moduleVersion, sourceModuleId: noCode.sourceModuleId.replace(/[^/]+$/, aim.moduleVersion), upgradeAvailable: false } : noCode);

const average = (before: number, runs: number, milliseconds: number): number => Math.round((before * runs + milliseconds) / (runs + 1));
const took = ({ reached }: Run, from: string, to: string): number =>
  (reached[from] && reached[to] ? Date.parse(reached[to]) - Date.parse(reached[from]) : 0);

/** What a run's new status does to its workspace: the current run, what it manages, what it measures. */
export const workspaceAfter = (workspace: Workspace, id: string, run: Run): Workspace => {
  const currentRun = { id, status: run.status, createdAt: run.createdAt };
  if (!over.has(run.status)) return { ...workspace, currentRun };
  const applied = run.status === 'applied';
  return {
    ...workspace, currentRun,
    runFailures: workspace.runFailures + (run.status === 'errored' ? 1 : 0),
    runsCount: workspace.runsCount + 1,
    planDurationAverage: average(workspace.planDurationAverage, workspace.runsCount, took(run, 'planning', 'planned')),
    applyDurationAverage: applied ? average(workspace.applyDurationAverage, workspace.runsCount, took(run, 'applying', 'applied')) : workspace.applyDurationAverage,
    ...(applied ? {
      latestChangeAt: run.reached['applied']!, resourceCount: run.isDestroy ? 0 : run.aim.resources ?? workspace.resourceCount, noCode: noCodeAfter(workspace, run),
    } : {}),
  };
};

/** The variables an applied upgrade sets. */
const setVariables = async (tx: Transaction, clock: Clock, workspace: string, run: Run): Promise<void> => {
  if (run.status !== 'applied') return;
  for (const attributes of run.aim.variables ?? []) {
    const there = await tx.byKey<Variable>('vars', workspace, `${String(attributes['category'])}:${String(attributes['key'])}`);
    if (there) await changeVariable(tx, { newId }, there, attributes);
    else await addVariable(tx, { clock, newId }, { kind: 'workspace', id: workspace }, attributes);
  }
};

/** Stores a run's new status with everything that follows from it. */
export const storeRun = async (tx: Transaction, clock: Clock, seen: Rec<Run>, next: Run): Promise<Rec<Run>> => {
  const stored = await tx.update<Run>(seen, { body: next });
  if (!next.active) await tx.unlink(activeRuns, 'all', seen.id);
  const workspace = await tx.get<Workspace>('workspaces', next.workspace);
  if (workspace) {
    await tx.update<Workspace>(workspace, { body: workspaceAfter(workspace.body, seen.id, next) });
    await setVariables(tx, clock, workspace.id, next);
  }
  return stored;
};
