import type { ReadTransaction, Store } from '../store/store.ts';
import type { BackgroundTask } from './background-tasks.ts';

/** Work that no request starts. */
export interface DueWorkKind {
  /** `webhooks`: the label of its metrics. */
  readonly name: string;
  /** Kinds of the records and links that decide what is due. */
  readonly kinds: readonly string[];
  /** Kinds that are written frequently, as in background-tasks.ts. */
  readonly ownKinds?: readonly string[];
  /**
   * Since when each piece that could be done at `now` (epoch milliseconds) waits, and when each other piece is due next, in epoch
   * milliseconds.
   */
  listTimes(view: ReadTransaction, now: number): Promise<readonly number[]>;
}
export interface DueWorkFigures {
  readonly name: string;
  readonly waiting: number;
  /** How many seconds the oldest waiting work has waited; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** Records read at once: beyond, other work has its turn. */
const recordsAtOnce = 500;

/** The records of a kind to which `all` has this link, a part of them at a time. */
export async function* readLinkedRecords<B>(view: ReadTransaction, link: string, kind: string) {
  const ids = (await view.listLinks(link, { from: 'all' })).map(({ to }) => to);
  for (let start = 0; start < ids.length; start += recordsAtOnce)
    yield await view.getMany<B>(kind, ids.slice(start, start + recordsAtOnce));
}

/** Work whose pieces are records with a link from `all`. `dueAt`: ISO 8601; null or undefined: not due by time. */
export const dueWorkOfLinks = <B>(
  name: string,
  link: string,
  kind: string,
  dueAt: (body: B) => string | null | undefined,
): DueWorkKind => ({
  name,
  kinds: [link, kind],
  listTimes: async (view) => {
    const times: number[] = [];
    for await (const records of readLinkedRecords<B>(view, link, kind))
      times.push(...records.map(({ body }) => Date.parse(dueAt(body) ?? '')));
    return times.filter((time) => !Number.isNaN(time));
  },
});

export const measureDueWork = (view: ReadTransaction, kinds: readonly DueWorkKind[], now: number): Promise<readonly DueWorkFigures[]> =>
  Promise.all(
    kinds.map(async ({ name, listTimes }) => {
      const times = (await listTimes(view, now)).filter((time) => time <= now);
      const oldest = times.reduce((first, time) => Math.min(first, time), now);
      return { name, waiting: times.length, oldestSeconds: (now - oldest) / 1000 };
    }),
  );

/** When something of these kinds is due next, after `now`. */
export const findNextTime = (store: Pick<Store, 'read'>, kinds: readonly DueWorkKind[], now: number): Promise<number | undefined> =>
  store.read(async (view) => {
    const times = await Promise.all(kinds.map(({ listTimes }) => listTimes(view, now)));
    const next = times.flat().reduce((first, time) => (time > now && time < first ? time : first), Infinity);
    return next === Infinity ? undefined : next;
  });

interface DueTask extends Omit<BackgroundTask, 'kinds' | 'ownKinds' | 'perform'> {
  /** What is due. What is due already and was not done waits for something else than the clock, which is written then. */
  readonly due: readonly DueWorkKind[];
  /** Further kinds whose writes wake the task. */
  readonly kinds?: readonly string[];
  perform(): Promise<unknown>;
}

/** A task that is done when something of these kinds of work is due. */
export const taskOfDueWork = (
  { store, clock }: { readonly store: Pick<Store, 'read'>; readonly clock: { now(): Date } },
  { due, kinds = [], perform, ...task }: DueTask,
): BackgroundTask => ({
  ...task,
  kinds: [...new Set([...due.flatMap((work) => work.kinds), ...kinds])],
  ownKinds: [...new Set(due.flatMap((work) => work.ownKinds ?? []))],
  perform: async () => {
    // The time is read before the work, so that what becomes due in the meantime is done next.
    const now = clock.now().getTime();
    await perform();
    return findNextTime(store, due, now);
  },
});
