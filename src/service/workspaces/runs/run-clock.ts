import type { Clock, Settings } from '../../route.ts';
import type { Store } from '../../store/store.ts';
import { storeRun } from './effects.ts';
import { activeRuns, over, type Run } from './stored.ts';
import { movedOn } from './timeline.ts';

/** Moves every run that is due, as one writer among several: a run moved meanwhile by another process is left to it. */
export const moveRuns = async (store: Store, clock: Clock, settings: Settings): Promise<number> => {
  const now = clock.now();
  const active = await store.read(async (view) => {
    const links = await view.links(activeRuns, { from: 'all' });
    return links.length === 0 ? [] : view.many<Run>('runs', links.map(({ to }) => to));
  });
  const due = active.filter(({ body }) => body.movesAt !== null && Date.parse(body.movesAt) <= now.getTime());
  for (const { id } of due) {
    await store.write(async (tx) => {
      const run = await tx.get<Run>('runs', id);
      if (!run) return;
      const next = movedOn(run.body, now, settings, over);
      if (next !== run.body) await storeRun(tx, clock, run, next);
    });
  }
  return due.length;
};

/** How often runs are looked at, in milliseconds. */
const beat = 50;

/** Lets runs go on until stopped. A failure is told once and tried again at the next beat. */
export const runClock = (store: Store, clock: Clock, settings: () => Settings, report: (words: string, error: unknown) => void): { stop(): Promise<void> } => {
  let working: Promise<unknown> = Promise.resolve();
  let told = false;
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    working = moveRuns(store, clock, settings()).then(() => { told = false; }, (error: unknown) => {
      if (!told) report('moving the runs on', error);
      told = true;
    }).finally(() => { busy = false; });
  }, beat);
  timer.unref();
  return { stop: async () => { clearInterval(timer); await working; } };
};
