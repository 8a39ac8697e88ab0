import type { ServiceSettings } from '../../http/route.ts';
import { compilePoliciesInWorker, decideInWorker } from '../threads/index.ts';
import type { PolicyEngine } from './policy-engine.ts';

const embeddedEngine: PolicyEngine = { check: compilePoliciesInWorker, decide: decideInWorker };

/** Loaded when policies are first judged: it parses policies in this thread, and few services have an agent. */
const loadAgentEngine = async (address: string): Promise<PolicyEngine> =>
  (await import('./opa/agent-engine.ts')).createAgentEngine(address);
const createLazyAgentEngine = (address: string): PolicyEngine => ({
  check: async (files) => (await loadAgentEngine(address)).check(files),
  decide: async (input) => (await loadAgentEngine(address)).decide(input),
});

/**
 * The Open Policy Agent that the settings name, or else the interpreter that is part of the service. Both may take long: never
 * call them within a transaction.
 */
export const selectPolicyEngine = ({ opa }: ServiceSettings): PolicyEngine => (opa === '' ? embeddedEngine : createLazyAgentEngine(opa));
