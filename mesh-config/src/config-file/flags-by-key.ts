import type { Flags } from '../flags/flag.ts';

/** Which flag each key of a `--config` file sets, in lower case: its own name, and the nested ones that it declares. */
export const indexFlagsByKey = (flags: Flags): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(flags).flatMap(([name, { keys = [] }]) => [name, ...keys].map((key): [string, string] => [key.toLowerCase(), name])),
  );
