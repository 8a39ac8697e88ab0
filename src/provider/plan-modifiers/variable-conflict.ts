import { findExistingVariable, variableKey } from '../../apply/overrides/variable-conflict.ts';
import { nounOf } from '@slipway/declarations/declare';
import type { PlanModifier } from './plan-modifier.ts';

const advice: { readonly [mode: string]: readonly [result: string, detail: string] } = {
  error: [
    'already exists',
    'Import it, or set `on_conflict`: "overwrite" replaces its value, "adopt" leaves a value that cannot be read until the configured ' +
      'one changes.',
  ],
  adopt: [
    'already exists and is adopted',
    'A value that cannot be read stays until the configured one changes. The variable is deleted when this resource is destroyed.',
  ],
  overwrite: [
    'already exists and is overwritten',
    'Its value is replaced, and it is deleted when this resource is destroyed. Set `on_conflict = "error"` to prevent that.',
  ],
};

/** Reports a variable that exists before it is created. One that this plan replaces is no conflict. */
export const modifyVariablePlan: PlanModifier = async (resource, prior, planned, context) => {
  const names = variableKey(resource);
  if (prior !== null || names.some((name) => typeof planned[name] !== 'string')) return [];
  const surroundings = context();
  if (surroundings.isReplaced?.(resource, planned) || (await findExistingVariable(resource, planned, surroundings)) === null) return [];
  const name = names[names.length - 1]!;
  const mode = String(planned['on_conflict']);
  const [result, detail] = advice[mode]!;
  return [
    {
      severity: mode === 'error' ? 'error' : 'warning',
      path: [name],
      summary: `The ${nounOf(resource.name)} "${String(planned[name])}" ${result}`,
      detail,
    },
  ];
};
