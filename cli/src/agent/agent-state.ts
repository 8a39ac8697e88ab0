import type { StopMode } from '@slipway/service/runner/work-kind';
import type { AgentClient } from './agent-client.ts';

/** The state of an agent. */
export interface AgentState {
  readonly client: AgentClient;
  readonly name: string;
  /** Undefined: it did not join yet, or its record was deleted. */
  id: string | undefined;
  /** IDs of the jobs that it works on. */
  readonly jobs: Set<string>;
  /** How jobs have to be stopped, as reported by the service or due to its absence. */
  stops: ReadonlyMap<string, StopMode>;
  /** The agent claims no more jobs. */
  isDraining: boolean;
  /** A claim is waiting for its response. */
  isClaiming: boolean;
  /** No claim is sent before this time of `performance.now()`. */
  nextClaimAt: number;
  /** Called with each line for the operator. */
  say(line: string): void;
  /** Called when an end comes of itself: the token is refused, or the only job is done. `reason`: of a failure. */
  finish(reason?: string): void;
}
