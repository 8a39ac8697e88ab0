import { limits } from '../limits.ts';
import type { PipelineValues } from '../text/pipeline-values.ts';
import type { Arguments, Scope } from '../text/scope.ts';
import type { Work } from '../work.ts';
import type { Element, Namespace } from './namespace.ts';

/** The same in all of a configuration. */
export interface Pipeline {
  readonly parameters: Arguments;
  readonly values: PipelineValues;
  readonly isLiteral: boolean;
}

/** Where something stands: what its names mean, and who called it. */
export interface Context {
  readonly namespace: Namespace;
  readonly scope: Scope;
  readonly callers: readonly Element[];
  readonly pipeline: Pipeline;
  readonly work: Work;
}

/** What is written beside the elements: in workflows. */
export const outermost = (namespace: Namespace, { parameters, values, isLiteral }: Pipeline, work: Work): Context =>
  ({ namespace, scope: { pipelineParameters: parameters, pipelineValues: values, isLiteral }, callers: [], pipeline: { parameters, values, isLiteral }, work });

/** The inside of an element, before its parameters are known. */
export const insideOf = (element: Element, { pipeline, work, callers }: Context): Context => ({
  namespace: element.namespace, callers: [...callers, element], pipeline, work,
  scope: { pipelineValues: pipeline.values, isLiteral: pipeline.isLiteral, ...(!element.namespace.isPackage && { pipelineParameters: pipeline.parameters }) },
});

export const withParameters = (context: Context, parameters: Arguments): Context => ({ ...context, scope: { ...context.scope, parameters } });
export const withMatrix = (context: Context, matrix: Arguments): Context => ({ ...context, scope: { ...context.scope, matrix } });

/** Why an element cannot be called from here; undefined where it can. */
export const callFault = (element: Element, { callers }: Context): string | undefined => {
  const from = callers.indexOf(element);
  if (from >= 0) return `${[...callers.slice(from), element].map(({ name }) => name).join(' calls ')}: it would never end`;
  return callers.length >= limits.depth ? `expected at most ${limits.depth} commands, one calling the other` : undefined;
};
