import type { ProcessorSeconds } from './processor-clock.ts';

/** The test process's message about one suite. */
export interface SuiteMessage {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly faults: readonly string[];
}
/** The file has left nothing open. */
export interface EndMessage {
  readonly exitCode: number;
  readonly processorSeconds: ProcessorSeconds;
  /** Why no further file runs in this process. */
  readonly changes: readonly string[];
}
/** `begin`: a file is loaded; `done`: all its suites were run. */
export type Message = 'begin' | 'done' | SuiteMessage | EndMessage;
