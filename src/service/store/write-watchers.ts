/** Stands for every kind: all of the content may be another one. */
export const everyKind = '*';

/** `isOwn`: this process wrote it, and not another one. */
export type WriteListener = (isOwn: boolean) => void;

/** Who wants to know of writes, by the kinds of the records and links that are written. */
export interface WriteWatchers {
  /** Calls `listener` after each unit that wrote something of these kinds, until the function that it returns is called. */
  watch(kinds: readonly string[], listener: WriteListener): () => void;
  isWatched(kind: string): boolean;
  /** Does a unit of work, which reports the kinds that it writes, and notifies of them once it is durable. */
  notifyAfter<T>(unit: (report: (kind: string) => void) => Promise<T>): Promise<T>;
  /** Notifies of what another process wrote. */
  notifyOfOthers(kinds: readonly string[]): void;
}

export const createWriteWatchers = (): WriteWatchers => {
  const watchers = new Map<string, Set<WriteListener>>();
  const listenersOf = (kind: string): readonly WriteListener[] =>
    kind === everyKind ? [...watchers.values()].flatMap((listeners) => [...listeners]) : [...(watchers.get(kind) ?? [])];
  const notify = (kinds: Iterable<string>, isOwn: boolean): void => {
    for (const listener of new Set([...kinds].flatMap(listenersOf))) listener(isOwn);
  };
  return {
    watch: (kinds, listener) => {
      for (const kind of kinds) watchers.set(kind, (watchers.get(kind) ?? new Set()).add(listener));
      return () => {
        for (const kind of kinds) watchers.get(kind)?.delete(listener);
      };
    },
    isWatched: (kind) => kind === everyKind || (watchers.get(kind)?.size ?? 0) > 0,
    notifyAfter: async (unit) => {
      const written = new Set<string>();
      const value = await unit((kind) => written.add(kind));
      if (written.size > 0) notify(written, true);
      return value;
    },
    notifyOfOthers: (kinds) => notify(kinds, false),
  };
};
