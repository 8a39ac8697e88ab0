import { type Organization, resolveTier } from '../../access/records.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { dueWorkOfLinks, taskOfDueWork } from '../../pipeline/due-work.ts';
import type { ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Store, Transaction } from '../../store/store.ts';
import { holdUnlessPermitted } from './auto-apply.ts';
import type { RunConditions } from './run-context.ts';
import { saveRun } from './save-run.ts';
import { beginScriptedLog, executeByScript } from './script/follow-script.ts';
import { activeRunsLink, type StoredRun } from './stored.ts';
import { enterRunStatus, findNextStatus, isExecuting, type RunPace } from './timeline.ts';

const listDueRuns = (store: Store, now: Date): Promise<readonly StoredRecord<StoredRun>[]> =>
  store.read(async (view) => {
    const links = await view.listLinks(activeRunsLink, { from: 'all' });
    const active =
      links.length === 0
        ? []
        : await view.getMany<StoredRun>(
            'runs',
            links.map(({ to }) => to),
          );
    return active.filter(({ body }) => body.movesAt !== null && Date.parse(body.movesAt) <= now.getTime());
  });

/** The pace of the run; for an upgrade with the tier of its organization, on which its steps depend. */
const resolvePace = async (tx: Transaction, run: StoredRun, pace: RunPace): Promise<RunPace> => {
  if (run.kind !== 'upgrade') return pace;
  const organization = await tx.getByKey<Organization>('organizations', '', run.organization);
  return organization ? { ...pace, tier: resolveTier(organization.body, pace) } : pace;
};

/** Advances the run to the status that is due now, with the results of its script; returns the same object if nothing changes. */
export const advanceToNow = async (
  tx: Transaction,
  id: string,
  run: StoredRun,
  now: Date,
  settings: ServiceSettings,
): Promise<StoredRun> => {
  const pace = await resolvePace(tx, run, settings);
  let next = run;
  while (next.movesAt !== null && Date.parse(next.movesAt) <= now.getTime()) {
    const at = new Date(next.movesAt);
    if (isExecuting(next)) next = await executeByScript(tx, id, next, at);
    next = await holdUnlessPermitted({ tx, settings }, next, at, pace);
    const status = findNextStatus(next, pace);
    if (status === undefined) return { ...next, movesAt: null };
    next = enterRunStatus(next, status, at, pace);
    if (next.executor !== 'engine') await beginScriptedLog(tx, id, next, status, at);
  }
  return next;
};

/** Whether this call moved it: one that another process moved meanwhile is left as it is. */
const advanceRun = async (store: Store, conditions: RunConditions, id: string, now: Date): Promise<boolean> =>
  store.write(async (tx) => {
    const run = await tx.get<StoredRun>('runs', id);
    const next = run && (await advanceToNow(tx, id, run.body, now, conditions.settings));
    if (!run || !next || next === run.body) return false;
    await saveRun({ ...conditions, tx }, run, next);
    return true;
  });

/**
 * Advances every run that is due, and those that waited for these, as one writer among several. Returns the number of changes. A run
 * that fails does not hold up others: the first error is thrown after all were tried.
 */
export const advanceRuns = async (store: Store, conditions: RunConditions): Promise<number> => {
  const now = conditions.clock.now();
  const failed = new Map<string, unknown>();
  let moved = 0;
  for (;;) {
    const due = (await listDueRuns(store, now)).filter(({ id }) => !failed.has(id));
    if (due.length === 0) break;
    for (const { id } of due) {
      try {
        if (await advanceRun(store, conditions, id, now)) moved += 1;
      } catch (error) {
        failed.set(id, error);
      }
    }
  }
  if (failed.size > 0) throw [...failed.values()][0];
  return moved;
};

export const dueRuns = dueWorkOfLinks<StoredRun>('runs', activeRunsLink, 'runs', ({ movesAt }) => movesAt);

export const createRunTask = ({ store, clock, settings, listeners }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    {
      name: 'moving the runs on',
      pause: 50,
      due: [dueRuns],
      perform: () => advanceRuns(store, { clock, settings: settings(), listeners }),
    },
  );
