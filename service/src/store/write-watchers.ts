/** Stands for all kinds: the whole content may have been replaced. */
export const everyKind = '*';

/** `isOwn`: this process wrote it, and not another one. */
export type WriteListener = (isOwn: boolean) => void;

/** Whether a listener is notified of units of all processes or of this one. */
export type WatchedUnits = 'of all processes' | 'of this process';

/** Listeners for writes, by the kinds of the records and links that are written. */
export interface WriteWatchers {
  /**
   * Calls `listener` after each unit that wrote something of these kinds, until the function that it returns is called. Default: of all
   * processes.
   */
  watch(kinds: readonly string[], listener: WriteListener, units?: WatchedUnits): () => void;
  isWatched(kind: string): boolean;
  /**
   * Whether writes of the kind are announced to other processes: if this process watches the kind in all processes, the others do so too.
   */
  isAnnounced(kind: string): boolean;
  /** Does a unit of work, which reports the kinds that it writes, and notifies of them once it is durable. */
  notifyAfter<T>(unit: (report: (kind: string) => void) => Promise<T>): Promise<T>;
  /** Notifies of what another process wrote. */
  notifyOfOthers(kinds: readonly string[]): void;
}

/** Creates a set of listeners by kind. */
const createListeners = () => {
  const byKind = new Map<string, Set<WriteListener>>();
  return {
    add(kinds: readonly string[], listener: WriteListener): () => void {
      for (const kind of kinds) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(listener));
      return () => {
        for (const kind of kinds) byKind.get(kind)?.delete(listener);
      };
    },
    of: (kind: string): readonly WriteListener[] =>
      kind === everyKind ? [...byKind.values()].flatMap((listeners) => [...listeners]) : [...(byKind.get(kind) ?? [])],
    has: (kind: string): boolean => (byKind.get(kind)?.size ?? 0) > 0,
  };
};

export const createWriteWatchers = (): WriteWatchers => {
  const [ofAll, ofOwn] = [createListeners(), createListeners()];
  const notify = (kinds: Iterable<string>, isOwn: boolean): void => {
    const listenersOf = (kind: string): readonly WriteListener[] =>
      isOwn || kind === everyKind ? [...ofAll.of(kind), ...ofOwn.of(kind)] : ofAll.of(kind);
    for (const listener of new Set([...kinds].flatMap(listenersOf))) listener(isOwn);
  };
  const isAnnounced = (kind: string): boolean => kind === everyKind || ofAll.has(kind);
  return {
    watch: (kinds, listener, units = 'of all processes') => (units === 'of all processes' ? ofAll : ofOwn).add(kinds, listener),
    isWatched: (kind) => isAnnounced(kind) || ofOwn.has(kind),
    isAnnounced,
    notifyAfter: async (unit) => {
      const written = new Set<string>();
      const value = await unit((kind) => written.add(kind));
      if (written.size > 0) notify(written, true);
      return value;
    },
    notifyOfOthers: (kinds) => notify(kinds, false),
  };
};
