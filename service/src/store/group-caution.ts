/** So many groups are careful after one had to repeat: who asks for taken names asks for more of them. */
const carefulGroups = 8;

/** After a turn of which less than a quarter could run at the same time, so many are not tried: most work would be done twice. */
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

/** So many groups wait for their locks after one whose units came in two turns. */
const gatheringGroups = 8;

/**
 * Whether a group takes its units when it has its locks. Where another process holds these, units come meanwhile: taken as they come, they
 * look up and write in several turns, each with statements of its own.
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
