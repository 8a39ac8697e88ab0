import type { StopMode } from '../../runner/work-kind.ts';
import type { ClaimedRun } from '../runs/engine/claimed-run.ts';
import type { PhaseEnd } from '../runs/engine/end-phase.ts';
import type { RunFacts } from '../runs/engine/run-input.ts';

/**
 * The messages between agents and the service (decision 73), as JSON. A job is a phase of a run; its ID is that of the plan or the apply.
 * Files, pieces of logs and states are the bytes of their messages; states and ends are compressed with gzip.
 */

/** Part of each ping and each claim: the IDs of the jobs in progress. */
export interface AgentReport {
  readonly jobs: readonly string[];
}

/** Answers a ping: those of the jobs that have to stop. */
export interface AgentOrders {
  readonly stops: { readonly [job: string]: StopMode };
}

/** Answers a claim, where something waits. */
export interface AgentJob {
  readonly claim: ClaimedRun;
  readonly facts: RunFacts;
}

/** The end of a job. The state was sent before it. */
export type AgentJobEnd = Pick<PhaseEnd, 'result' | 'documents' | 'planFiles' | 'log' | 'stateBefore'> & {
  /** Number of bytes of the log sent before `log`; null: another process sent them, and `log` continues it. */
  readonly logOffset: number | null;
  /** Whether the state that was sent last is what the job left. */
  readonly hasState: boolean;
};

/** Bytes of a state or an end after decompression. */
export const maxUnpackedBytes = 128 * 1024 * 1024;
