import type { ServiceSettings } from '../../route.ts';
import { decideApart, policiesApart } from '../threads/index.ts';
import type { PolicyCompilation } from '../threads/jobs.ts';
import type { Judged, Verdict } from './decision-on.ts';
import { agentAt } from './opa/agent.ts';

/** Who compiles policies and judges by them. Neither rejects for what is in policies or configurations. */
export interface PolicyEngine {
  check(files: { readonly [file: string]: string }): Promise<PolicyCompilation>;
  decide(judged: Judged): Promise<Verdict>;
}

const embedded: PolicyEngine = { check: policiesApart, decide: decideApart };

/** An Open Policy Agent where one is configured, else the interpreter that is part of the service. Never to be asked within a unit of work. */
export const engineOf = ({ opa }: ServiceSettings): PolicyEngine => (opa === '' ? embedded : agentAt(opa));
