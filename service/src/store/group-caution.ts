/** How many groups stay careful after one had to repeat: clients that request taken names usually request more of them. */
const carefulGroups = 8;

/** For how many turns units are not tried in parallel after a turn in which less than a quarter could be: most work would be done twice. */
const skippedTurns = 8;

export interface Attempts {
  /** Whether this turn is tried. */
  isDue(): boolean;
  note(accepted: number, all: number): void;
}
const createAttempts = (): Attempts => {
  let skipped = 0;
  return {
    isDue() {
      if (skipped === 0) return true;
      skipped -= 1;
      return false;
    },
    note: (accepted, all) => void (skipped = accepted * 4 < all ? skippedTurns : 0),
  };
};

/** How many groups wait for their locks after a group whose units came in two turns. */
const gatheringGroups = 8;

/**
 * Whether a group takes its units only when it has its locks. While another process holds the locks, more units arrive: taken as they
 * arrive, they would look up and write in several turns, each with its own statements.
 */
interface Gathering {
  wait(ready: Promise<void> | undefined): Promise<void>;
  note(turns: number): void;
}
const createGathering = (): Gathering => {
  let left = 0;
  return {
    async wait(ready) {
      if (left > 0) await ready;
    },
    note: (turns) => void (left = turns > 1 ? gatheringGroups : Math.max(0, left - 1)),
  };
};

/** What the groups of one queue have learned of those before them. */
export interface Caution {
  readonly attempts: Attempts;
  readonly gathering: Gathering;
  /** Whether the next group is careful. */
  spend(): boolean;
  renew(): void;
}
export const createCaution = (): Caution => {
  let left = 0;
  return {
    attempts: createAttempts(),
    gathering: createGathering(),
    spend: () => left > 0 && left-- > 0,
    renew: () => void (left = carefulGroups),
  };
};
