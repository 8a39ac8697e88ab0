import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** Variables of `serve` and `agent` whose values are secret, or contain one, such as the password in the address of a database. */
export const startSecrets = [
  'SLIPWAY_AGENT_TOKEN',
  'SLIPWAY_CI_TOKEN',
  'SLIPWAY_FIRST_TOKEN',
  'SLIPWAY_MASTER_KEY',
  'SLIPWAY_MASTER_KEY_COMMAND',
  'SLIPWAY_NEW_MASTER_KEY',
  'SLIPWAY_OPERATOR_TOKEN',
  'SLIPWAY_POSTGRES',
  'SLIPWAY_POSTGRES_REPLICA',
  'SLIPWAY_WORKSPACES_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;

interface Region {
  readonly from: number;
  readonly size: number;
}

/** The memory regions of the arguments and the environment that this process was started with (proc(5), stat, fields 48 to 51). */
const findRegions = (): { readonly words: Region; readonly variables: Region } => {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The name in parentheses may contain anything; the state after it is field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [wordsFrom = 0, wordsTo = 0, from = 0, to = 0] = fields.slice(45, 49).map(Number);
  return { words: { from: wordsFrom, size: wordsTo - wordsFrom }, variables: { from, size: to - from } };
};

const star = '*'.charCodeAt(0);

/** Replaces each value in the bytes by stars. */
const maskValues = (bytes: Buffer, values: readonly string[]): Buffer => {
  for (const value of values.filter((one) => one !== '').map((one) => Buffer.from(one)))
    for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + value.length)) bytes.fill(star, at, at + value.length);
  return bytes;
};

/**
 * Hides secrets that this process was started with: other processes of the same user can read `/proc/<pid>/environ` and `cmdline`, which
 * show the memory of the start even after the variables were deleted. All variables move to other memory, the secret ones are deleted, and
 * the old memory is overwritten; `values` are overwritten in the command line. Call it when the values are known, before starting another
 * process. False if the system has no `/proc`.
 */
export const hideStart = (values: readonly string[]): boolean => {
  for (const name of startSecrets) delete process.env[name];
  // The C library copies what is set, and from then on points to the copy.
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value;
  let memory: number | undefined;
  try {
    const { words, variables } = findRegions();
    memory = openSync('/proc/self/mem', 'r+');
    const line = Buffer.alloc(words.size);
    readSync(memory, line, 0, words.size, words.from);
    writeSync(memory, maskValues(line, values), 0, words.size, words.from);
    writeSync(memory, Buffer.alloc(variables.size), 0, variables.size, variables.from);
    return !/[^\0]/.test(readFileSync('/proc/self/environ', 'latin1'));
  } catch {
    return false;
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
};

/** The warning if runs of this user could read how the process was started; undefined: none is needed. */
export const describeOpenStart = (isHidden: boolean, isolation: unknown): string | undefined =>
  isHidden || isolation ? undefined : 'jobs and runs of this user can read the variables that this process was started with';
