import type { SecretValue } from '../../../runner/mask/secret-leaves.ts';
import type { RunVariable } from './run-input.ts';

/** The engine also parses the value of `TF_VAR_…` as an expression, if the variable's type is not a scalar. */
const isExpression = (variable: RunVariable): boolean =>
  variable.isExpression || (variable.category === 'env' && variable.key.startsWith('TF_VAR_'));

/** The secrets that a run passes to the engine and that its output must not show. */
export interface RunSecrets {
  readonly secrets: readonly SecretValue[];
  /** Names of sensitive variables of the configuration: a plan has their values as the engine evaluated them. */
  readonly secretVariables: readonly string[];
}

/** The values of sensitive variables. */
export const listRunSecrets = (variables: readonly RunVariable[]): RunSecrets => {
  const sensitive = variables.filter(({ isSensitive }) => isSensitive);
  return {
    secrets: sensitive.map((variable) => ({ text: variable.value, isExpression: isExpression(variable) })),
    secretVariables: sensitive.filter(({ category }) => category === 'infra').map(({ key }) => key),
  };
};
