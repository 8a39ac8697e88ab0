import type { Argument } from '../elements/argument.ts';
import { summarizeNames } from '../summarize-names.ts';
import { isPipelineValueName, type PipelineValues } from './pipeline-values.ts';

export type ArgumentMap = ReadonlyMap<string, Argument>;

/** The names that a text can use. */
export interface NameScope {
  /** `parameters.x`: of the enclosing job, command or executor; undefined outside of them. */
  readonly parameters?: ArgumentMap;
  /** `matrix.x` */
  readonly matrix?: ArgumentMap;
  /** `pipeline.parameters.x`; undefined in orbs, which do not depend on the configuration, and in the parameters' own defaults. */
  readonly pipelineParameters?: ArgumentMap;
  readonly pipelineValues: PipelineValues;
  /** Version 2 has no tags: texts are literal. */
  readonly isLiteral?: boolean;
}

export type NameResolution =
  | { readonly argument: Argument }
  | { readonly value: string | number | boolean | null }
  | { readonly fault: string };

const findArgument = (map: ArgumentMap | undefined, name: string, full: string, kind: string, none: string): NameResolution => {
  if (!map) return { fault: `${full}: ${none}` };
  const argument = map.get(name);
  return argument
    ? { argument }
    : { fault: `${full} is not declared; ${map.size > 0 ? `${kind} here: ${summarizeNames(map.keys())}` : `there are no ${kind} here`}` };
};

/** Resolves a dotted name to its value. */
export const resolveName = (name: string, scope: NameScope): NameResolution => {
  const [first, second] = name.split('.', 2);
  if (first === 'parameters')
    return findArgument(
      scope.parameters,
      name.slice(11),
      name,
      'parameters',
      'only jobs, commands and executors have parameters; those of the pipeline are pipeline.parameters',
    );
  if (first === 'matrix') return findArgument(scope.matrix, name.slice(7), name, 'matrix parameters', 'there is no matrix here');
  if (first !== 'pipeline') return { fault: `${name} is not known; expected a name that begins with parameters., pipeline. or matrix.` };
  if (second === 'parameters')
    return findArgument(
      scope.pipelineParameters,
      name.slice(20),
      name,
      'pipeline parameters',
      "orbs and defaults of the pipeline's own parameters do not see them; an orb can be given them",
    );
  const value = Object.hasOwn(scope.pipelineValues, name) ? scope.pipelineValues[name]! : undefined;
  if (value !== undefined) return { value };
  return isPipelineValueName(name) ? { value: null } : { fault: `${name} is no value of a pipeline` };
};
