import { configurationLimits } from '../configuration-limits.ts';
import type { PipelineValues } from '../templates/pipeline-values.ts';
import type { ArgumentMap, NameScope } from '../templates/name-scope.ts';
import type { CompileSession } from '../compile-session.ts';
import type { ReusableElement, Namespace } from './namespace.ts';

/** The inputs of a compilation, shared by all parts of the configuration. */
export interface PipelineInputs {
  readonly parameters: ArgumentMap;
  readonly values: PipelineValues;
  readonly isLiteral: boolean;
}

/** The context of a part of the configuration: its namespace, the scope of its names, and the elements that called it. */
export interface CompileContext {
  readonly namespace: Namespace;
  readonly scope: NameScope;
  readonly callers: readonly ReusableElement[];
  readonly pipeline: PipelineInputs;
  readonly session: CompileSession;
}

/** The scope of names outside of elements. */
export const createRootScope = ({ parameters, values, isLiteral }: PipelineInputs): NameScope => ({
  pipelineParameters: parameters,
  pipelineValues: values,
  isLiteral,
});

/** The context outside of elements: in workflows. */
export const createRootContext = (namespace: Namespace, pipeline: PipelineInputs, session: CompileSession): CompileContext => ({
  namespace,
  scope: createRootScope(pipeline),
  callers: [],
  pipeline,
  session,
});

/** The context inside of an element, before its parameters are bound. */
export const enterElement = (element: ReusableElement, { pipeline, session, callers }: CompileContext): CompileContext => ({
  namespace: element.namespace,
  callers: [...callers, element],
  pipeline,
  session,
  scope: {
    pipelineValues: pipeline.values,
    isLiteral: pipeline.isLiteral,
    ...(!element.namespace.isOrb && { pipelineParameters: pipeline.parameters }),
  },
});

export const withParameters = (context: CompileContext, parameters: ArgumentMap): CompileContext => ({
  ...context,
  scope: { ...context.scope, parameters },
});
export const withMatrix = (context: CompileContext, matrix: ArgumentMap): CompileContext => ({
  ...context,
  scope: { ...context.scope, matrix },
});

/** The reason why an element cannot be called from this context; undefined if it can. */
export const findCallFault = (element: ReusableElement, { callers }: CompileContext): string | undefined => {
  const from = callers.indexOf(element);
  if (from >= 0) return `${[...callers.slice(from), element].map(({ name }) => name).join(' calls ')}: it would never end`;
  return callers.length >= configurationLimits.depth
    ? `expected at most ${configurationLimits.depth} commands, one calling the other`
    : undefined;
};
