import type { StopMode } from '@slipway/service/runner/work-kind';
import type { AgentClient } from './agent-client.ts';

/** What an agent knows of itself. */
export interface AgentState {
  readonly client: AgentClient;
  readonly name: string;
  /** Undefined: it did not join yet, or its record was deleted. */
  id: string | undefined;
  /** IDs of the jobs that it works on. */
  readonly jobs: Set<string>;
  /** What the service, or the time without it, says of them. */
  stops: ReadonlyMap<string, StopMode>;
  /** It takes nothing new. */
  isDraining: boolean;
  /** It waits for the answer to a question for work. */
  isClaiming: boolean;
  /** Nothing is asked for before this moment of `performance.now()`. */
  nextClaimAt: number;
  /** Called with each line for the operator. */
  say(line: string): void;
  /** Called when an end comes of itself: the token is refused, or the only job is done. `reason`: of a failure. */
  finish(reason?: string): void;
}
