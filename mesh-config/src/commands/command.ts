import type { Flags } from '../flags/flag.ts';

/** How a program ends, in spec 3's facts: usage and probe 255, a configuration file or a start that failed 1. */
export const exitCodes = { done: 0, failed: 1, usage: 255 } as const;

export interface Command {
  readonly name: string;
  readonly short: string;
  /** Besides the common ones. */
  readonly flags: Flags;
  /** What help shows after the command's name. */
  readonly argument?: string;
  /** Whether what is no flag is refused; some ignore it. */
  readonly refusesArguments?: true;
  /** With what was chosen, by flag. Resolves with the exit code; throws UsageError, or Failure. */
  run(options: Readonly<Record<string, unknown>>, args: readonly string[]): Promise<number>;
}

/** What keeps a command from its work: one sentence after `Error: `, and the exit code 255. */
export class CommandError extends Error {}
