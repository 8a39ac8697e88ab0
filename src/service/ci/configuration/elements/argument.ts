import type { ExecutorConfig, StepConfig } from '../configuration.ts';

/** An executor as a job names it, with the parameters it was given. */
export interface ResolvedExecutor {
  readonly name: string;
  readonly body: ExecutorConfig;
}

/** What a parameter holds. */
export type Argument =
  | { readonly type: 'value'; readonly value: string | number | boolean }
  | { readonly type: 'executor'; readonly executor: ResolvedExecutor }
  | { readonly type: 'steps'; readonly steps: readonly StepConfig[] };
