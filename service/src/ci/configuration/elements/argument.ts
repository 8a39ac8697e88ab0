import type { ExecutorConfig, StepConfig } from '../configuration.ts';

/** An executor of a job, with its parameters resolved. */
export interface ResolvedExecutor {
  readonly name: string;
  readonly body: ExecutorConfig;
}

/** The value of a parameter. */
export type Argument =
  | { readonly type: 'value'; readonly value: string | number | boolean }
  | { readonly type: 'executor'; readonly executor: ResolvedExecutor }
  | { readonly type: 'steps'; readonly steps: readonly StepConfig[] };
