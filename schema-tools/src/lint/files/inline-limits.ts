/** How much a thread that cannot be ended takes on. What is more is refused with TooMuch, and is for a worker. */
export interface InlineLimits {
  /** The most bytes of a file, and of each schema. */
  readonly bytes: number;
  isShallow(text: string): boolean;
  /** Runs a step, and throws when it takes too long. */
  runTimed<T>(work: () => T): T;
}

export class InlineLimitError extends Error {}
