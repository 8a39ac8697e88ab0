import { beating } from '../../beating.ts';
import type { Clock, Settings } from '../../route.ts';
import type { Rec, Store } from '../../store/store.ts';
import { storeRun } from './effects.ts';
import { activeRuns, type Run } from './stored.ts';
import { movedOn } from './timeline.ts';

const dueRuns = (store: Store, now: Date): Promise<readonly Rec<Run>[]> => store.read(async (view) => {
  const links = await view.links(activeRuns, { from: 'all' });
  const active = links.length === 0 ? [] : await view.many<Run>('runs', links.map(({ to }) => to));
  return active.filter(({ body }) => body.movesAt !== null && Date.parse(body.movesAt) <= now.getTime());
});

/** Whether this call moved it: one that another process moved meanwhile is left as it is. */
const moveRun = (store: Store, clock: Clock, settings: Settings, id: string, now: Date): Promise<boolean> => store.write(async (tx) => {
  const run = await tx.get<Run>('runs', id);
  const next = run && movedOn(run.body, now, settings);
  if (!run || !next || next === run.body) return false;
  await storeRun({ tx, clock, settings }, run, next);
  return true;
});

/**
 * Moves every run that is due, and those that these let go, as one writer among several; how often a run was moved. One that
 * fails holds up no other: the first error is thrown when all were looked at.
 */
export const moveRuns = async (store: Store, clock: Clock, settings: Settings): Promise<number> => {
  const now = clock.now();
  const failed = new Map<string, unknown>();
  let moved = 0;
  for (;;) {
    const due = (await dueRuns(store, now)).filter(({ id }) => !failed.has(id));
    if (due.length === 0) break;
    for (const { id } of due) {
      try { if (await moveRun(store, clock, settings, id, now)) moved += 1; } catch (error) { failed.set(id, error); }
    }
  }
  if (failed.size > 0) throw [...failed.values()][0];
  return moved;
};

/** How often runs are looked at, in milliseconds. */
const beat = 50;

/** Lets runs go on until stopped. A failure is told once and tried again at the next beat. */
export const runClock = (store: Store, clock: Clock, settings: () => Settings, report: (words: string, error: unknown) => void): { stop(): Promise<void> } =>
  beating(beat, 'moving the runs on', () => moveRuns(store, clock, settings()), report);
