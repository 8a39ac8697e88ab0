import { lookUpOffer } from '../../apply/overrides/no-code-module.ts';
import { resourceOperations } from '../../apply/resource-operations.ts';
import { hasUnknown, isAbsent, type Values } from '@slipway/declarations/declare';
import { isEqual } from '../../plan/is-equal.ts';
import type { Diagnostic } from '../../protocol/provider-server.ts';
import type { PlanModifier } from './plan-modifier.ts';

type OfferedOptions = { readonly [name: string]: { readonly options: readonly string[] } };

/** What an offer does not allow. */
const optionErrors = (variables: Values, options: OfferedOptions): readonly Diagnostic[] =>
  Object.entries(variables).flatMap(([name, variable]) => {
    const allowed = options[name]?.options;
    const { value, category, sensitive } = variable as { value?: unknown; category?: unknown; sensitive?: unknown };
    if (!allowed || category === 'env' || typeof value !== 'string' || allowed.includes(value)) return [];
    return [
      {
        severity: 'error' as const,
        path: ['variables', { key: name }],
        summary: `Wrong value for "variables[${JSON.stringify(name)}].value"`,
        detail:
          `The no-code module allows ${allowed.map((one) => JSON.stringify(one)).join(', ')}` +
          `${sensitive ? '' : `; given ${JSON.stringify(value)}`}.`,
      },
    ];
  });

/** Checks the variables of a no-code workspace against the options of its offer, after the changes of the same plan, if either is new. */
export const modifyNoCodeWorkspacePlan: PlanModifier = async (resource, prior, planned, context) => {
  const { no_code_module_id: id, variables } = planned;
  if (typeof id !== 'string' || hasUnknown(variables) || Object.keys((variables ?? {}) as Values).length === 0) return [];
  const same = (name: string) => isEqual(resource.attributes[name]!.kind, prior?.[name], planned[name]);
  if (prior !== null && same('variables') && same('no_code_module_id')) return [];
  const surroundings = context();
  const read = async () => (await resourceOperations(surroundings.findResource('no_code_module')).read({ id }, surroundings)) ?? {};
  const plannedOffer = surroundings.plannedObject?.('no_code_module', id);
  const { variable_options: options } = plannedOffer ?? (await lookUpOffer(id, surroundings)) ?? (await read());
  return isAbsent(options) || hasUnknown(options) ? [] : optionErrors(variables as Values, options as OfferedOptions);
};
