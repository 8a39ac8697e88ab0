import type { PolicyCompilation } from '../threads/worker-tasks.ts';
import type { PolicyEvaluationInput, PolicyEvaluationResult } from './evaluate-policies.ts';

/** Compiles policies and evaluates them. Neither promise rejects because of the contents of policies or configurations. */
export interface PolicyEngine {
  check(files: { readonly [file: string]: string }): Promise<PolicyCompilation>;
  decide(input: PolicyEvaluationInput): Promise<PolicyEvaluationResult>;
}
