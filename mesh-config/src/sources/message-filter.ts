/** Reports a problem when it begins, and not at each read for as long as it lasts. */
export interface MessageFilter {
  /** Whether the message is new: neither this read nor the previous one had it. */
  isNew(message: string): boolean;
  /** A read is over: a problem that was not given in it has ended. */
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
