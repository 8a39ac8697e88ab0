import { newId } from '../../store/new-id.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { applyUpgrade } from '../no-code/upgrade-available.ts';
import type { StoredVariable } from '../variables/stored.ts';
import { createVariable, updateVariable } from '../variables/variables.ts';
import type { CurrentRun, StoredWorkspace } from '../workspaces/stored.ts';
import { activeRunsLink, finalStatuses, type StoredRun } from './stored.ts';
import { releaseRun } from './timeline.ts';

/** What a run is moved in. */
export interface RunContext {
  readonly tx: Transaction;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
}

const updateAverage = (before: number, runs: number, milliseconds: number): number =>
  Math.round((before * runs + milliseconds) / (runs + 1));
const measureDuration = ({ reached }: StoredRun, from: string, to: string): number =>
  reached[from] && reached[to] ? Date.parse(reached[to]) - Date.parse(reached[from]) : 0;

export const toCurrentRun = (id: string, { status, createdAt }: StoredRun): CurrentRun => ({ id, status, createdAt });

/** What a run's new status does to its workspace: the current run, what it manages, what it measures. */
const applyRunToWorkspace = (workspace: StoredWorkspace, id: string, run: StoredRun): StoredWorkspace => {
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
      ? { latestChangeAt: run.reached['applied']!, resourceCount: run.isDestroy ? 0 : (run.aim.resources ?? workspace.resourceCount) }
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

/** The run that waits for the current one to be over. */
const findNextRun = async (tx: Transaction, workspace: string): Promise<StoredRecord<StoredRun> | undefined> =>
  (await tx.list<StoredRun>({ kind: 'runs', scope: workspace, body: [{ path: 'active', is: true }] })).records.find(
    ({ body }) => body.status === 'pending' && body.movesAt === null,
  );

/** When its workspace is unlocked, the current run begins if it waited for that. */
export const releaseLockedRun = async ({ tx, clock, settings }: RunContext, { currentRun }: StoredWorkspace): Promise<void> => {
  const run = currentRun && (await tx.get<StoredRun>('runs', currentRun.id));
  if (run?.body.status === 'pending' && run.body.movesAt === null)
    await tx.update<StoredRun>(run, { body: releaseRun(run.body, clock.now(), settings) });
};

/** Stores a run's new status with everything that follows from it. */
export const saveRun = async (context: RunContext, record: StoredRecord<StoredRun>, next: StoredRun): Promise<void> => {
  const { tx, settings } = context;
  await tx.update<StoredRun>(record, { body: next });
  if (!next.active) await tx.unlink(activeRunsLink, 'all', record.id);
  const workspace = await tx.get<StoredWorkspace>('workspaces', next.workspace);
  if (!workspace || next.planOnly) return;
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
