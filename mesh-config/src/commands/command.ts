import type { Flags } from '../flags/flag.ts';

/** Exit codes according to spec 3: usage errors and a failed probe 255, an invalid configuration file or a failed start 1. */
export const exitCodes = { done: 0, failed: 1, usage: 255 } as const;

export interface Command {
  readonly name: string;
  readonly short: string;
  /** Besides the common ones. */
  readonly flags: Flags;
  /** The text that help shows after the command's name. */
  readonly argument?: string;
  /** Whether what is no flag is refused; some ignore it. */
  readonly refusesArguments?: true;
  /** Runs with the chosen values by flag. Resolves with the exit code; throws UsageError, or Failure. */
  run(options: Readonly<Record<string, unknown>>, args: readonly string[]): Promise<number>;
}

/** An error that prevents a command: one sentence after `Error: `, and the exit code 255. */
export class CommandError extends Error {}
