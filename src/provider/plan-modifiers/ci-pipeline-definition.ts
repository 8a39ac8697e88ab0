import { isUnknown } from '@slipway/declarations/declare';
import type { PlanModifier } from './plan-modifier.ts';

/** Definitions are created, and given another repository to check out, with one provider only. */
export const modifyPipelineDefinitionPlan: PlanModifier = async (_, prior, planned) => {
  const isNew = ['project_id', 'config_source_provider', 'config_source_repo_external_id'].some((name) => prior?.[name] !== planned[name]);
  const isWritten = (name: string) =>
    isNew ||
    (name === 'checkout_source_provider' &&
      [name, 'checkout_source_repo_external_id'].some((member) => prior?.[member] !== planned[member]));
  return ['config_source_provider', 'checkout_source_provider']
    .filter((name) => isWritten(name) && !isUnknown(planned[name]) && planned[name] !== 'codehost_app')
    .map((name) => ({
      severity: 'error' as const,
      path: [name],
      summary: `Definitions cannot be made with "${String(planned[name])}"`,
      detail: 'The service makes definitions with "codehost_app" only. Import the definition, or choose that provider.',
    }));
};
