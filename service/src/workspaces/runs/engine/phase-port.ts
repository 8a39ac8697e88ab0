import type { PhaseEnd } from './end-phase.ts';
import type { RunInput } from './run-input.ts';

/** The source of a phase's inputs, and the destination of its results: the store of this process, or a service reached over HTTP. */
export interface PhasePort {
  /** The word for this process in messages. */
  readonly executor: 'service' | 'agent';
  /** Undefined: the phase is not to be executed any more. */
  loadInput(): Promise<RunInput | undefined>;
  /** Appends masked output; calls are sequential. */
  appendLog(text: string): Promise<void>;
  /** Stores the state file that an apply has written so far, in case it cannot be read from the machine later. */
  readonly keepState?: (state: Uint8Array) => Promise<void>;
  /** False: the end is no longer accepted. Rejects if it should be tried again. */
  saveEnd(end: PhaseEnd): Promise<boolean>;
}
