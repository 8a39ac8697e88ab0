import type { ReadTransaction } from '../store/store.ts';

/** Work that no request starts. */
export interface DueWorkKind {
  /** `webhooks`: the label of its metrics. */
  readonly name: string;
  /** Since when each piece that could be done at `now` (epoch milliseconds) waits, in epoch milliseconds. */
  listDueTimes(view: ReadTransaction, now: number): Promise<readonly number[]>;
}
export interface DueWorkFigures {
  readonly name: string;
  readonly waiting: number;
  /** How long the oldest waits; 0: nothing does. */
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

/** Work of which every piece is a record with a link from `all`. `dueAt`: ISO 8601; null or undefined: not by itself. */
export const dueWorkOfLinks = <B>(
  name: string,
  link: string,
  kind: string,
  dueAt: (body: B) => string | null | undefined,
): DueWorkKind => ({
  name,
  listDueTimes: async (view, now) => {
    const times: number[] = [];
    for await (const records of readLinkedRecords<B>(view, link, kind))
      for (const { body } of records) {
        const due = Date.parse(dueAt(body) ?? '');
        if (due <= now) times.push(due);
      }
    return times;
  },
});

export const measureDueWork = (view: ReadTransaction, kinds: readonly DueWorkKind[], now: number): Promise<readonly DueWorkFigures[]> =>
  Promise.all(
    kinds.map(async ({ name, listDueTimes }) => {
      const times = await listDueTimes(view, now);
      const oldest = times.reduce((first, time) => Math.min(first, time), now);
      return { name, waiting: times.length, oldestSeconds: (now - oldest) / 1000 };
    }),
  );
