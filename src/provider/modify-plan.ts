import type { ApplyContext } from '../apply/apply-operation.ts';
import type { Resource, Values } from '../declare/index.ts';
import type { Diagnostic } from '../protocol/provider-server.ts';
import { modifyPolicyBundlePlan } from './plan-modifiers/ci-policy-bundle.ts';
import { modifyTriggerPlan } from './plan-modifiers/ci-trigger.ts';
import { modifyNoCodeWorkspacePlan } from './plan-modifiers/no-code-workspace.ts';

/** Looks at the service at plan, where a rule of the resource stands there and not in its declaration; the service would say it only when the apply is under way. */
export type PlanModifier = (
  resource: Resource,
  prior: Values | null,
  planned: Values,
  context: () => ApplyContext,
) => Promise<readonly Diagnostic[] | PlanModification>;

/** `known`: what the service decides and has said beforehand. */
export interface PlanModification {
  readonly diagnostics: readonly Diagnostic[];
  readonly knownValues: Values;
}

/** By resource; all others are planned without a request. */
const planModifiers: { readonly [resource: string]: PlanModifier } = {
  ci_policy_bundle: modifyPolicyBundlePlan,
  ci_trigger: modifyTriggerPlan,
  no_code_workspace: modifyNoCodeWorkspacePlan,
};

export const modifyPlan = async (...[resource, ...rest]: Parameters<PlanModifier>): Promise<PlanModification> => {
  const current = (await planModifiers[resource.name]?.(resource, ...rest)) ?? [];
  return 'knownValues' in current ? current : { diagnostics: current, knownValues: {} };
};
