/** Who wants to know of new links, by their kind. */
export interface LinkWatchers {
  /** Calls `listener` after each unit that wrote a link of this kind, until the function that it returns is called. */
  watch(kind: string, listener: () => void): () => void;
  /** Does a unit of work, which reports the kinds of the links that it writes, and tells of them once it is durable. */
  tellAfter<T>(unit: (report: (kind: string) => void) => Promise<T>): Promise<T>;
}

export const createLinkWatchers = (): LinkWatchers => {
  const watchers = new Map<string, Set<() => void>>();
  return {
    watch: (kind, listener) => {
      const listeners = watchers.get(kind) ?? new Set();
      watchers.set(kind, listeners.add(listener));
      return () => listeners.delete(listener);
    },
    tellAfter: async (unit) => {
      const told = new Set<() => void>();
      const value = await unit((kind) => {
        for (const listener of watchers.get(kind) ?? []) told.add(listener);
      });
      for (const listener of told) listener();
      return value;
    },
  };
};
