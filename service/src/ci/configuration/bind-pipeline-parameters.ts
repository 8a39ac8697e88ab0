import { configurationLimits } from './configuration-limits.ts';
import type { Argument } from './elements/argument.ts';
import { type ParameterDeclaration, parseParameterDeclarations, isScalarDeclaration } from './elements/parameter-declaration.ts';
import { describeScalarFault, parseScalar } from './elements/scalar.ts';
import { summarizeNames } from './summarize-names.ts';
import { resolveNode } from './templates/resolve.ts';
import type { PipelineValues } from './templates/pipeline-values.ts';
import type { ArgumentMap } from './templates/name-scope.ts';
import type { PipelineInputs } from './elements/compile-context.ts';
import type { ConfigNode } from './source/config-node.ts';
import type { CompileSession } from './compile-session.ts';
import { findParameterFaults, type ParameterValues } from './parameter-values.ts';

/** The default of a parameter, where other parameters of the pipeline are not in scope. */
const resolveDefault = (fallback: ConfigNode, pipelineValues: PipelineValues, isLiteral: boolean, session: CompileSession): unknown =>
  resolveNode(fallback, { pipelineValues, isLiteral }, session);

const bindParameter = (
  declaration: ParameterDeclaration,
  given: ParameterValues,
  values: PipelineValues,
  isLiteral: boolean,
  session: CompileSession,
): Argument | undefined => {
  const { name, pointer, default: fallback } = declaration;
  if (!isScalarDeclaration(declaration) || declaration.type === 'env_var_name') {
    session.reportFault(pointer, 'a parameter of the pipeline is a string, boolean, integer or enum');
    return undefined;
  }
  const isGiven = Object.hasOwn(given, name);
  const value = isGiven ? given[name] : fallback && resolveDefault(fallback, values, isLiteral, session);
  if (value === undefined) {
    if (!fallback) session.reportFault(pointer, `the parameter ${name} was not given and has no default`);
    return undefined;
  }
  const scalar = parseScalar(value, declaration);
  if (scalar === undefined)
    session.reportFault(
      isGiven ? pointer : fallback!.pointer,
      isGiven
        ? `the parameter ${name} was given: ${describeScalarFault(value, declaration).replace(/: write it in quotes$/, '')}`
        : describeScalarFault(value, declaration),
    );
  return scalar === undefined ? undefined : { type: 'value', value: scalar };
};

/** Binds the values of the request to the declared parameters of the pipeline, and checks them. */
export const bindPipelineParameters = (
  root: ConfigNode,
  given: ParameterValues,
  values: PipelineValues,
  isLiteral: boolean,
  session: CompileSession,
): ArgumentMap => {
  for (const fault of findParameterFaults(given)) session.reportFault('', fault);
  const declared = parseParameterDeclarations(root, session);
  for (const name of Object.keys(given)) {
    if (!declared.has(name))
      session.reportFault(
        '',
        `the parameter ${name.slice(0, configurationLimits.parameters.key)} was given and is not ` +
          `declared; ${declared.size > 0 ? `declared: ${summarizeNames(declared.keys())}` : 'none is'}`,
      );
  }
  const result = new Map<string, Argument>();
  for (const [name, declaration] of declared) {
    const value = bindParameter(declaration, given, values, isLiteral, session);
    if (value) result.set(name, value);
  }
  return result;
};

/** The parameters of the request whose values are not the defaults that the configuration declares. */
export const listChangedParameters = (
  root: ConfigNode,
  given: ParameterValues,
  { parameters, values, isLiteral }: PipelineInputs,
  session: CompileSession,
): readonly string[] =>
  [...parseParameterDeclarations(root, session).values()]
    .filter((declaration) => {
      const { name, default: fallback } = declaration;
      if (!Object.hasOwn(given, name)) return false;
      const bound = parameters.get(name);
      const usual = fallback && parseScalar(resolveDefault(fallback, values, isLiteral, session), declaration);
      return bound?.type !== 'value' || bound.value !== usual;
    })
    .map(({ name }) => name);
