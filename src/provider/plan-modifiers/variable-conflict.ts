import { isDifferent } from '../../apply/check-result.ts';
import { findExistingVariable, variableKey } from '../../apply/overrides/variable-conflict.ts';
import { nounOf, type Resource, type Values } from '@slipway/declarations/declare';
import { isImmutableNow } from '../../plan/plan-resource.ts';
import type { Diagnostic } from '../../protocol/provider-server.ts';
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

/** A value as a configuration writes it: `${` and `%{` are text in it, not expressions. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll(/[$%](?=\{)/g, '$&$&');

/**
 * Attributes of the existing variable that the service refuses to change while it is taken over: of a sensitive variable only the
 * value can be replaced (decision 141). A planned value that is not known yet is left to the service.
 */
const immutableDifferences = ({ name: type, attributes }: Resource, existing: Values, planned: Values, called: string): Diagnostic[] =>
  Object.entries(attributes)
    .filter(([name, { kind }]) => name in existing && isDifferent(kind, planned[name], existing[name]))
    .filter(([name]) => isImmutableNow(attributes, name, existing))
    .map(([name]) => ({
      severity: 'error',
      path: [name],
      summary: `The existing ${nounOf(type)} "${called}" is sensitive and cannot be taken over with another "${name}"`,
      detail:
        `Expected ${JSON.stringify(existing[name])}, as the existing variable has it; given ${JSON.stringify(planned[name])}. ` +
        `Set \`${name} = ${literal(existing[name])}\`, or delete the existing variable so that this resource creates it.`,
    }));

/** Reports a variable that exists before it is created. One that this plan replaces is no conflict. */
export const modifyVariablePlan: PlanModifier = async (resource, prior, planned, context) => {
  const names = variableKey(resource);
  if (prior !== null || names.some((name) => typeof planned[name] !== 'string')) return [];
  const surroundings = context();
  if (surroundings.isReplaced?.(resource, planned)) return [];
  const existing = await findExistingVariable(resource, planned, surroundings);
  if (existing === null) return [];
  const name = names[names.length - 1]!;
  const mode = String(planned['on_conflict']);
  const refused = mode === 'error' ? [] : immutableDifferences(resource, existing, planned, String(planned[name]));
  if (refused.length > 0) return refused;
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
