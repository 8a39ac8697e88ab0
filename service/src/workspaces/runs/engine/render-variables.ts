import type { RunVariable } from './run-input.ts';

const escapes: { readonly [character: string]: string } = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as a literal of the configuration language, without interpolation. */
export const renderLiteral = (text: string): string =>
  `"${text.replaceAll(/[\\"\n\r\t]/g, (character) => escapes[character]!).replaceAll(/([$%])\{/g, '$1$1{')}"`;

/** The variables of the configuration as the text of a `.tfvars` file. Values that are expressions are copied unchanged. */
export const renderVariablesFile = (variables: readonly RunVariable[]): string =>
  variables
    .filter(({ category }) => category === 'infra')
    .map(({ key, value, isExpression }) => `${key} = ${isExpression ? value : renderLiteral(value)}\n`)
    .join('');

/** The variables of the environment. */
export const listEnvironment = (variables: readonly RunVariable[]): { readonly [name: string]: string } =>
  Object.fromEntries(
    variables
      .filter(({ category, key, value }) => category === 'env' && /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(key) && !value.includes('\0'))
      .map(({ key, value }) => [key, value]),
  );
