import { type Constraint, isAbsent, isUnknown, type Values } from '../../declare/index.ts';

const variablesOf = (values: Values, name: string): readonly (readonly [string, Values])[] => {
  const variables = values[name];
  return isAbsent(variables) || isUnknown(variables) ? [] : (Object.entries(variables as Values) as [string, Values][]);
};

const rule = (doc: string, isBroken: (name: string, variable: Values, values: Values) => boolean): Constraint => ({
  appliesTo: 'says',
  paths: ['variables', 'variable_values_wo'],
  doc,
  json: {},
  beyondSchema: true,
  findViolation: (values) =>
    variablesOf(values, 'variables').some(
      ([name, variable]) =>
        !isUnknown(variable) && !isAbsent(variable['value']) && !isUnknown(variable['value']) && isBroken(name, variable, values),
    )
      ? 'variables'
      : undefined,
});

/** The value of a sensitive variable is write-only, and a variable has one value. */
export const secretVariables: readonly Constraint[] = [
  rule(
    'A variable with `sensitive = true` has its value in `variable_values_wo`: a `value` is shown in plans and stored in the state.',
    (_, { sensitive }) => sensitive === true,
  ),
  rule('A variable has its `value` or a value in `variable_values_wo`, not both.', (name, _, values) =>
    variablesOf(values, 'variable_values_wo').some(([other, value]) => other === name && !isAbsent(value) && !isUnknown(value)),
  ),
];
