/** Limits of work in a thread that cannot be terminated. Larger work throws TooMuch, and has to run in a worker. */
export interface InlineLimits {
  /** The most bytes of a file, and of each schema. */
  readonly bytes: number;
  isShallow(text: string): boolean;
  /** Runs a step, and throws when it takes too long. */
  runTimed<T>(work: () => T): T;
}

export class InlineLimitError extends Error {}
