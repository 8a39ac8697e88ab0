import { newId } from '../../new-id.ts';
import type { Clock, Settings } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { afterUpgrade } from '../no-code/upgrade-available.ts';
import type { Variable } from '../stored.ts';
import { addVariable, changeVariable } from '../variables.ts';
import type { CurrentRun, Workspace } from '../workspaces/stored.ts';
import { activeRuns, over, type Run } from './stored.ts';
import { released } from './timeline.ts';

/** What a run is moved in. */
export interface Moving { readonly tx: Transaction; readonly clock: Clock; readonly settings: Settings }

const average = (before: number, runs: number, milliseconds: number): number => Math.round((before * runs + milliseconds) / (runs + 1));
const took = ({ reached }: Run, from: string, to: string): number =>
  (reached[from] && reached[to] ? Date.parse(reached[to]) - Date.parse(reached[from]) : 0);

export const currentRunOf = (id: string, { status, createdAt }: Run): CurrentRun => ({ id, status, createdAt });

/** What a run's new status does to its workspace: the current run, what it manages, what it measures. */
const workspaceAfter = (workspace: Workspace, id: string, run: Run): Workspace => {
  const currentRun = workspace.currentRun?.id === id ? currentRunOf(id, run) : workspace.currentRun;
  if (!over.has(run.status)) return { ...workspace, currentRun };
  const applied = run.status === 'applied';
  return {
    ...workspace, currentRun,
    runFailures: workspace.runFailures + (run.status === 'errored' ? 1 : 0),
    runsCount: workspace.runsCount + 1,
    planDurationAverage: average(workspace.planDurationAverage, workspace.runsCount, took(run, 'planning', 'planned')),
    applyDurationAverage: applied ? average(workspace.applyDurationAverage, workspace.runsCount, took(run, 'applying', 'applied')) : workspace.applyDurationAverage,
    ...(applied ? { latestChangeAt: run.reached['applied']!, resourceCount: run.isDestroy ? 0 : run.aim.resources ?? workspace.resourceCount } : {}),
  };
};

/** The variables an applied upgrade sets. One that was made sensitive meanwhile stays so. */
const setVariables = async ({ tx, clock }: Moving, workspace: string, run: Run): Promise<void> => {
  for (const attributes of run.aim.variables ?? []) {
    const there = await tx.byKey<Variable>('vars', workspace, `${String(attributes['category'])}:${String(attributes['key'])}`);
    if (there) await changeVariable(tx, { newId }, there, { ...attributes, sensitive: there.body.sensitive || attributes['sensitive'] === true });
    else await addVariable(tx, { clock, newId }, { kind: 'workspace', id: workspace }, attributes);
  }
};

/** The run that waits for the current one to be over. */
const nextInLine = async (tx: Transaction, workspace: string): Promise<Rec<Run> | undefined> =>
  (await tx.list<Run>({ kind: 'runs', scope: workspace, body: [{ path: 'active', is: true }] })).records.find(({ body }) => body.status === 'pending' && body.movesAt === null);

/** Stores a run's new status with everything that follows from it. */
export const storeRun = async (moving: Moving, seen: Rec<Run>, next: Run): Promise<void> => {
  const { tx, settings } = moving;
  await tx.update<Run>(seen, { body: next });
  if (!next.active) await tx.unlink(activeRuns, 'all', seen.id);
  const workspace = await tx.get<Workspace>('workspaces', next.workspace);
  if (!workspace) return;
  let body = workspaceAfter(workspace.body, seen.id, next);
  if (next.status === 'applied') {
    await setVariables(moving, workspace.id, next);
    body = await afterUpgrade(tx, body, next.aim.module);
  }
  const freed = !next.active && body.currentRun?.id === seen.id ? await nextInLine(tx, workspace.id) : undefined;
  if (freed) {
    const going = released(freed.body, new Date(next.reached[next.status]!), settings);
    await tx.update<Run>(freed, { body: going });
    body = { ...body, currentRun: currentRunOf(freed.id, going) };
  }
  await tx.update<Workspace>(workspace, { body });
};
