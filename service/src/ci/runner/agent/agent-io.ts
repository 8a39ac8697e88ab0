/** Durations of tests in seconds by file, class or name, from the reports of an earlier run of the job. */
export interface TestTimings {
  readonly filename: Readonly<Record<string, number>>;
  readonly classname: Readonly<Record<string, number>>;
  readonly testname: Readonly<Record<string, number>>;
}
export type TimingsType = keyof TestTimings;

/** Input and output of the program `circleci` in a job. */
export interface AgentIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly folder: string;
  readInput(): Promise<string>;
  readFile(path: string): Promise<string>;
  /** Size of a file in bytes. Rejects if it is not there. */
  sizeOf(path: string): Promise<number>;
  listMatches(pattern: string): Promise<readonly string[]>;
  readTimings(): Promise<TestTimings | undefined>;
  /** Lets no further step of this parallel run begin. */
  halt(): Promise<void>;
  /** Runs a command of a shell with this input; its exit code. */
  runCommand(command: string, input: string): Promise<number>;
  write(text: string): void;
  writeError(text: string): void;
}

/** Invalid arguments: the program exits with 2 and this sentence. */
export class UsageError extends Error {}
/** A failure of the requested operation: the program exits with 1. */
export class AgentFailure extends Error {}
