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
  return { store: { ...store, read: (work, options) => store.read((view) => work(watchView(view)), options) }, foundAny: () => found };
};

const newestLinks = new WeakMap<Store, { readonly askedAt: number; readonly answer: Promise<number> }>();

/** The newest link of the store, asked for once in `interval` milliseconds for all who want to know. */
const readNewestLink = (store: Store, interval: number): Promise<number> => {
  const known = newestLinks.get(store);
  if (known && performance.now() - known.askedAt < interval) return known.answer;
  const answer = store.read((view) => view.newestLink());
  newestLinks.set(store, { askedAt: performance.now(), answer });
  // Who asked hears of it; the next one asks again.
  answer.catch(() => newestLinks.delete(store));
  return answer;
};

/** How often a poll looks for itself, however little happens: a link may become visible after a newer one. */
const longestRest = 300_000;

interface Idle {
  readonly writes: number;
  readonly since: number;
  readonly newest: number;
}

/**
 * As `startPolling`, for work that waits in links of the store. Once a poll found no link, the next ones ask nothing until this process
 * writes: what starts work is a write, and the process that made it does the work. What a process left that was lost meanwhile is found by
 * its links: every `longestIdle` milliseconds all polls together ask for the newest one.
 */
export const startPendingPolling = (
  store: Store,
  every: number,
  what: string,
  work: (store: Store) => Promise<unknown>,
  report: (message: string, error: unknown) => void,
  longestIdle = 10_000,
): { stop(): Promise<void> } => {
  let idle: Idle | undefined;
  const isIdle = async (writes: number): Promise<boolean> => {
    if (idle?.writes !== writes) return false;
    const rest = performance.now() - idle.since;
    if (rest < longestIdle) return true;
    return rest < longestRest && (await readNewestLink(store, longestIdle)) === idle.newest;
  };
  const poll = async (): Promise<void> => {
    const writes = store.countWrites();
    if (await isIdle(writes)) return;
    idle = undefined;
    const since = performance.now();
    // From before the look, which therefore sees what is older.
    const newest = await readNewestLink(store, longestIdle);
    const watched = watchLinks(store);
    await work(watched.store);
    if (!watched.foundAny()) idle = { writes, since, newest };
  };
  return startPolling(every, what, poll, report);
};
