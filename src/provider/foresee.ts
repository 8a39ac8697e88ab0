import type { Surroundings } from '../apply/job.ts';
import { verbsOf } from '../apply/verbs-of.ts';
import { holdsUnknown, type Resource, type Values } from '../declare/index.ts';
import type { Diagnostic } from '../protocol/server.ts';

type Options = { readonly [name: string]: { readonly options: readonly string[] } };

/** What an offer does not allow, said at plan: the service would say it only when the apply is under way. */
const outsideOptions = (variables: Values, options: Options): readonly Diagnostic[] => Object.entries(variables).flatMap(([name, variable]) => {
  const allowed = options[name]?.options;
  const { value, category, sensitive } = variable as { value?: unknown; category?: unknown; sensitive?: unknown };
  if (!allowed || category === 'env' || typeof value !== 'string' || allowed.includes(value)) return [];
  return [{
    severity: 'error' as const, path: ['variables', { key: name }], summary: `Wrong value for "variables[${JSON.stringify(name)}].value"`,
    detail: `The no-code module allows ${allowed.map((one) => JSON.stringify(one)).join(', ')}${sensitive ? '' : `; given ${JSON.stringify(value)}`}.`,
  }];
});

/** Looks at the service before anything is changed, where a rule of the resource stands there and not in its declaration. */
export const foresee = async (resource: Resource, prior: Values | null, planned: Values, around: () => Surroundings): Promise<readonly Diagnostic[]> => {
  if (resource.name !== 'no_code_workspace') return [];
  const { no_code_module_id: id, variables } = planned;
  if (typeof id !== 'string' || holdsUnknown(variables) || Object.keys((variables ?? {}) as Values).length === 0) return [];
  if (prior !== null && JSON.stringify(prior['variables']) === JSON.stringify(variables) && prior['no_code_module_id'] === id) return [];
  const surroundings = around();
  const offer = await verbsOf(surroundings.resourceNamed('no_code_module')).read({ id, variable_options: {} }, surroundings);
  return offer === null ? [] : outsideOptions(variables as Values, (offer['variable_options'] ?? {}) as Options);
};
