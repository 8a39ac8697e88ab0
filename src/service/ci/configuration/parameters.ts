import { isObject } from '../../../../schema-tools/src/json.ts';
import { limits } from './limits.ts';
import type { Argument } from './reuse/argument.ts';
import { type Declaration, declarationsOf, isScalar } from './reuse/declaration.ts';
import { scalarFault, scalarOf } from './reuse/scalar.ts';
import { someOf } from './some-of.ts';
import { resolve } from './text/resolve.ts';
import type { PipelineValues } from './text/pipeline-values.ts';
import type { Arguments } from './text/scope.ts';
import type { Place } from './source/place.ts';
import type { Work } from './work.ts';

/** What a request gives for the parameters of a pipeline. */
export interface Given { readonly [name: string]: unknown }

/** What of given parameters no configuration could take: too many, or too long. Empty: nothing. */
export function parameterFaults(given: unknown): readonly string[] {
  if (!isObject(given)) return ['expected the parameters as an object'];
  const { entries, key, value } = limits.parameters;
  const names = Object.keys(given);
  return [
    ...(names.length > entries ? [`expected at most ${entries} parameters; found ${names.length}`] : []),
    ...names.filter((name) => name.length > key).map((name) => `expected names of at most ${key} characters; one has ${name.length}: ${name.slice(0, 20)}…`),
    ...names.filter((name) => String(given[name]).length > value).map((name) => `parameter ${name.slice(0, key)}: expected at most ${value} characters; found ${String(given[name]).length}`),
  ];
}

const valueOf = (declaration: Declaration, given: Given, values: PipelineValues, isLiteral: boolean, work: Work): Argument | undefined => {
  const { name, pointer, default: usual } = declaration;
  if (!isScalar(declaration) || declaration.type === 'env_var_name') { work.fault(pointer, 'a parameter of the pipeline is a string, boolean, integer or enum'); return undefined; }
  const isGiven = Object.hasOwn(given, name);
  // Other parameters of the pipeline are not in scope here.
  const value = isGiven ? given[name] : usual && resolve(usual, { pipelineValues: values, isLiteral }, work);
  if (value === undefined) { if (!usual) work.fault(pointer, `the parameter ${name} was not given and has no default`); return undefined; }
  const scalar = scalarOf(value, declaration);
  if (scalar === undefined) work.fault(isGiven ? pointer : usual!.pointer, isGiven ? `the parameter ${name} was given: ${scalarFault(value, declaration).replace(/: write it in quotes$/, '')}` : scalarFault(value, declaration));
  return scalar === undefined ? undefined : { type: 'value', value: scalar };
};

/** The pipeline's parameters: declared, given, checked. */
export const pipelineParameters = (root: Place, given: Given, values: PipelineValues, isLiteral: boolean, work: Work): Arguments => {
  for (const fault of parameterFaults(given)) work.fault('', fault);
  const declared = declarationsOf(root, work);
  for (const name of Object.keys(given)) {
    if (!declared.has(name)) work.fault('', `the parameter ${name.slice(0, limits.parameters.key)} was given and is not declared; ${declared.size > 0 ? `declared: ${someOf(declared.keys())}` : 'none is'}`);
  }
  const result = new Map<string, Argument>();
  for (const [name, declaration] of declared) {
    const value = valueOf(declaration, given, values, isLiteral, work);
    if (value) result.set(name, value);
  }
  return result;
};
