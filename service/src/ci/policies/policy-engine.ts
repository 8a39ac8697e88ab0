import type { PolicyCompilation } from '../threads/worker-tasks.ts';
import type { PolicyEvaluationInput, PolicyEvaluationResult } from './evaluate-policies.ts';

/** Compiles policies and evaluates them. Neither rejects because of what policies or configurations contain. */
export interface PolicyEngine {
  check(files: { readonly [file: string]: string }): Promise<PolicyCompilation>;
  decide(input: PolicyEvaluationInput): Promise<PolicyEvaluationResult>;
}
