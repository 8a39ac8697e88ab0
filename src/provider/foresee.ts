import type { Surroundings } from '../apply/job.ts';
import type { Resource, Values } from '../declare/index.ts';
import type { Diagnostic } from '../protocol/server.ts';
import { ciPolicyBundle } from './foresight/ci-policy-bundle.ts';
import { ciTrigger } from './foresight/ci-trigger.ts';
import { noCodeWorkspace } from './foresight/no-code-workspace.ts';

/** Looks at the service at plan, where a rule of the resource stands there and not in its declaration; the service would say it only when the apply is under way. */
export type Foresight = (resource: Resource, prior: Values | null, planned: Values, around: () => Surroundings) => Promise<readonly Diagnostic[] | Foreseen>;

/** `known`: what the service decides and has said beforehand. */
export interface Foreseen { readonly diagnostics: readonly Diagnostic[]; readonly known: Values }

/** By resource; all others are planned without a request. */
const byHand: { readonly [resource: string]: Foresight } = {
  ci_policy_bundle: ciPolicyBundle,
  ci_trigger: ciTrigger,
  no_code_workspace: noCodeWorkspace,
};

export const foresee = async (...[resource, ...rest]: Parameters<Foresight>): Promise<Foreseen> => {
  const seen = await byHand[resource.name]?.(resource, ...rest) ?? [];
  return 'known' in seen ? seen : { diagnostics: seen, known: {} };
};
