import { modifyContextPlan } from './plan-modifiers/ci-context.ts';
import { modifyPipelineDefinitionPlan } from './plan-modifiers/ci-pipeline-definition.ts';
import { modifyPolicyBundlePlan } from './plan-modifiers/ci-policy-bundle.ts';
import { modifyTriggerPlan } from './plan-modifiers/ci-trigger.ts';
import { modifyNoCodeWorkspacePlan } from './plan-modifiers/no-code-workspace.ts';
import { modifyVariablePlan } from './plan-modifiers/variable-conflict.ts';
import type { PlanModification, PlanModifier } from './plan-modifiers/plan-modifier.ts';

/** Plan modifiers by resource; all others are planned without a request. */
const planModifiers: { readonly [resource: string]: PlanModifier } = {
  ci_context: modifyContextPlan,
  ci_pipeline_definition: modifyPipelineDefinitionPlan,
  ci_context_variable: modifyVariablePlan,
  ci_project_variable: modifyVariablePlan,
  variable_set_variable: modifyVariablePlan,
  workspace_variable: modifyVariablePlan,
  ci_policy_bundle: modifyPolicyBundlePlan,
  ci_trigger: modifyTriggerPlan,
  no_code_workspace: modifyNoCodeWorkspacePlan,
};

export const modifyPlan = async (...[resource, ...rest]: Parameters<PlanModifier>): Promise<PlanModification> => {
  const result = (await planModifiers[resource.name]?.(resource, ...rest)) ?? [];
  return 'knownValues' in result ? result : { diagnostics: result, knownValues: {} };
};
