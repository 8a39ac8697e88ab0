import type { ReadTransaction, Store } from '../store/store.ts';

/** Does a piece of work again and again, never twice at once, until stopped. A failure is told once and tried again. */
export const startPolling = (
  every: number,
  what: string,
  work: () => Promise<unknown>,
  report: (message: string, error: unknown) => void,
): { stop(): Promise<void> } => {
  let working: Promise<unknown> = Promise.resolve();
  let [isReported, busy] = [false, false];
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    working = work()
      .then(
        () => {
          isReported = false;
        },
        (error: unknown) => {
          if (!isReported) report(what, error);
          isReported = true;
        },
      )
      .finally(() => {
        busy = false;
      });
  }, every);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
};

/** The store, and whether a read of it found any link: what waits for background work is found by links. */
const watchLinks = (store: Store): { readonly store: Store; readonly foundAny: () => boolean } => {
  let found = false;
  const watchView = (view: ReadTransaction): ReadTransaction => {
    const listLinks: ReadTransaction['listLinks'] = async (kind, side) => {
      const links = await view.listLinks(kind, side);
      if (links.length > 0) found = true;
      return links;
    };
    return Object.create(view, { listLinks: { value: listLinks } }) as ReadTransaction;
  };
  return { store: { ...store, read: (work) => store.read((view) => work(watchView(view))) }, foundAny: () => found };
};

/**
 * As `startPolling`, for work that waits in links of the store. Once a poll found no link, the next ones ask nothing until this process
 * writes: what starts work is a write, and the process that made it does the work. After `longestIdle` milliseconds they look again, and
 * find what a process left that was lost meanwhile.
 */
export const startPendingPolling = (
  store: Store,
  every: number,
  what: string,
  work: (store: Store) => Promise<unknown>,
  report: (message: string, error: unknown) => void,
  longestIdle = 10_000,
): { stop(): Promise<void> } => {
  let idle: { readonly writes: number; readonly since: number } | undefined;
  const poll = async (): Promise<void> => {
    const writes = store.countWrites();
    const since = performance.now();
    if (idle?.writes === writes && since - idle.since < longestIdle) return;
    idle = undefined;
    const watched = watchLinks(store);
    await work(watched.store);
    if (!watched.foundAny()) idle = { writes, since };
  };
  return startPolling(every, what, poll, report);
};
