import type { Argument } from '../reuse/argument.ts';
import { someOf } from '../some-of.ts';
import { isPipelineValue, type PipelineValues } from './pipeline-values.ts';

export type Arguments = ReadonlyMap<string, Argument>;

/** Which names a text may use. */
export interface Scope {
  /** `parameters.x`: of the job, command or executor that the text belongs to; undefined where there are none. */
  readonly parameters?: Arguments;
  /** `matrix.x` */
  readonly matrix?: Arguments;
  /** `pipeline.parameters.x`; undefined in packages, which see nothing of who uses them, and in the parameters' own defaults. */
  readonly pipelineParameters?: Arguments;
  readonly pipelineValues: PipelineValues;
  /** Version 2 has no tags: texts are what they are. */
  readonly isLiteral?: boolean;
}

export type Found = { readonly argument: Argument } | { readonly value: string | number | boolean | null } | { readonly fault: string };

const inMap = (map: Arguments | undefined, name: string, full: string, kind: string, none: string): Found => {
  if (!map) return { fault: `${full}: ${none}` };
  const argument = map.get(name);
  return argument ? { argument } : { fault: `${full} is not declared; ${map.size > 0 ? `${kind} here: ${someOf(map.keys())}` : `there are no ${kind} here`}` };
};

/** What a name stands for. */
export const find = (name: string, scope: Scope): Found => {
  const [first, second] = name.split('.', 2);
  if (first === 'parameters') return inMap(scope.parameters, name.slice(11), name, 'parameters', 'only jobs, commands and executors have parameters; those of the pipeline are pipeline.parameters');
  if (first === 'matrix') return inMap(scope.matrix, name.slice(7), name, 'matrix parameters', 'there is no matrix here');
  if (first !== 'pipeline') return { fault: `${name} is not known; expected a name that begins with parameters., pipeline. or matrix.` };
  if (second === 'parameters') return inMap(scope.pipelineParameters, name.slice(20), name, 'pipeline parameters', 'packages and defaults of the pipeline\'s own parameters do not see them; a package can be given them');
  const value = Object.hasOwn(scope.pipelineValues, name) ? scope.pipelineValues[name]! : undefined;
  if (value !== undefined) return { value };
  return isPipelineValue(name) ? { value: null } : { fault: `${name} is no value of a pipeline` };
};
