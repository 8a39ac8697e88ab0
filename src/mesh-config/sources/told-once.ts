/** What is wrong is told when it begins, and not at each look for as long as it lasts. */
export interface ToldOnce {
  /** Whether this was said neither in this look nor in the one before. */
  isNew(message: string): boolean;
  /** A look is over: what was not said in it has ended. */
  looked(): void;
}

export const toldOnce = (): ToldOnce => {
  let before = new Set<string>(), now = new Set<string>();
  return {
    isNew: (message) => {
      const isKnown = before.has(message) || now.has(message);
      now.add(message);
      return !isKnown;
    },
    looked: () => { [before, now] = [now, new Set()]; },
  };
};
