/** What is wrong is told when it begins, and not at each look for as long as it lasts. */
export interface MessageFilter {
  /** Whether this was said neither in this look nor in the one before. */
  isNew(message: string): boolean;
  /** A look is over: what was not said in it has ended. */
  endRound(): void;
}

export const createMessageFilter = (): MessageFilter => {
  let before = new Set<string>(),
    now = new Set<string>();
  return {
    isNew: (message) => {
      const isKnown = before.has(message) || now.has(message);
      now.add(message);
      return !isKnown;
    },
    endRound: () => {
      [before, now] = [now, new Set()];
    },
  };
};
