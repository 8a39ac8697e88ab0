import type { ServiceSettings } from '../../http/route.ts';
import { decideInWorker, compilePoliciesInWorker } from '../threads/index.ts';
import type { PolicyCompilation } from '../threads/worker-tasks.ts';
import type { PolicyEvaluationInput, PolicyEvaluationResult } from './evaluate-policies.ts';
import { createAgentEngine } from './opa/agent-engine.ts';

/** Who compiles policies and judges by them. Neither rejects for what is in policies or configurations. */
export interface PolicyEngine {
  check(files: { readonly [file: string]: string }): Promise<PolicyCompilation>;
  decide(judged: PolicyEvaluationInput): Promise<PolicyEvaluationResult>;
}

const embeddedEngine: PolicyEngine = { check: compilePoliciesInWorker, decide: decideInWorker };

/** An Open Policy Agent where one is configured, else the interpreter that is part of the service. Never to be asked within a unit of work. */
export const selectPolicyEngine = ({ opa }: ServiceSettings): PolicyEngine => (opa === '' ? embeddedEngine : createAgentEngine(opa));
