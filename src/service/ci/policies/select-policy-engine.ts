import type { ServiceSettings } from '../../http/route.ts';
import { compilePoliciesInWorker, decideInWorker } from '../threads/index.ts';
import { createAgentEngine } from './opa/agent-engine.ts';
import type { PolicyEngine } from './policy-engine.ts';

const embeddedEngine: PolicyEngine = { check: compilePoliciesInWorker, decide: decideInWorker };

/**
 * The Open Policy Agent that the settings name, or else the interpreter that is part of the service. Both may take long: never
 * call them within a transaction.
 */
export const selectPolicyEngine = ({ opa }: ServiceSettings): PolicyEngine => (opa === '' ? embeddedEngine : createAgentEngine(opa));
