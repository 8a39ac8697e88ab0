/** The shell script that an engine started and that waits for a standby process, read from the `/proc` of Linux. */
import { closeSync, constants, openSync, readFileSync, readlinkSync, statSync, writeSync } from 'node:fs';
import type { EngineLink } from '../go-plugin/engine-link.ts';
import { launchedEnvironment } from './start-settings.ts';

const standardError = 2;
/** The descriptors at which the launcher keeps its original streams (launcher-script.ts). */
const kept = { standardError: 6, standardOutput: 7 };
/** Opens with append, because a regular file may have content. */
const toAppend = constants.O_WRONLY | constants.O_APPEND;

/** Everything that is written to standard error goes there from now on. */
const redirectErrors = (file: string): void => {
  closeSync(standardError);
  let opened: number;
  try {
    opened = openSync(file, toAppend);
  } catch (error) {
    openSync('/dev/null', 'w');
    throw error;
  }
  // The system gives the lowest free number.
  if (opened !== standardError) throw new Error(`standard error was opened as ${opened}`);
};
export const discardErrors = (): void => redirectErrors('/dev/null');

const readEnvironment = (process: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(`${process}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line.indexOf('=') > 0)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The process that started this one; undefined: this one has ended. The name of a program, in parentheses, may have spaces. */
const readParent = (process: string): string | undefined => {
  try {
    const stat = readFileSync(`${process}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : parent;
  } catch {
    return undefined;
  }
};

/** Milliseconds. */
const endCheckInterval = 1;

export interface LauncherProcess extends Pick<EngineLink, 'environment' | 'writeHandshake' | 'isOrphaned'> {
  /** The folder in which the engine started it. */
  readonly folder: string;
  /** Writes to its standard error from now on what this process writes to its own. */
  takeErrors(): void;
  /** Calls the listener when it has ended. */
  onEnd(listener: () => void): void;
}

/** Opens the launcher with this process ID. Throws if it has ended, or belongs to another user. */
export const openLauncher = (id: number): LauncherProcess => {
  const process = `/proc/${id}`;
  if (statSync(process).uid !== globalThis.process.getuid!()) throw new Error(`process ${id} belongs to another user`);
  const parent = readParent(process);
  return {
    environment: launchedEnvironment(readEnvironment(process)),
    folder: readlinkSync(`${process}/cwd`),
    takeErrors: () => redirectErrors(`${process}/fd/${kept.standardError}`),
    writeHandshake: (line) => {
      const output = openSync(`${process}/fd/${kept.standardOutput}`, toAppend);
      writeSync(output, line);
      closeSync(output);
    },
    isOrphaned: () => readParent(process) !== parent,
    onEnd: function check(listener) {
      if (readParent(process) === undefined) listener();
      else setTimeout(() => check(listener), endCheckInterval);
    },
  };
};
