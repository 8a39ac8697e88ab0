import type { ExecutorBody, Step } from '../configuration.ts';

/** An executor as a job names it, with the parameters it was given. */
export interface ExecutorUse { readonly name: string; readonly body: ExecutorBody }

/** What a parameter holds. */
export type Argument =
  | { readonly type: 'value'; readonly value: string | number | boolean }
  | { readonly type: 'executor'; readonly executor: ExecutorUse }
  | { readonly type: 'steps'; readonly steps: readonly Step[] };
