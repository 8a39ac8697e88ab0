import { isObject } from '@slipway/schema-tools/json';
import type { EnvironmentConfig, ExecutorConfig } from '../configuration.ts';
import { getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { findSoleArgument, resolveNode } from '../templates/resolve.ts';
import type { ResolvedExecutor } from './argument.ts';
import { bindArguments } from './bind-arguments.ts';
import { normalizeEnvironments } from './environment.ts';
import { findCallFault, type CompileContext, enterElement, withParameters } from './compile-context.ts';
import { describeElements, findElement, type ReusableElement } from './namespace.ts';

const executorKinds = ['docker', 'machine', 'macos'] as const;

/** The declared executor of a name; undefined after a fault. */
const findExecutor = (name: string, pointer: string, context: CompileContext): ReusableElement | undefined => {
  const { session, namespace } = context;
  const lookup = findElement(name, 'executors', namespace);
  if (lookup === 'refused') return undefined;
  if (lookup === 'unknown') {
    session.reportFault(pointer, `there is no executor ${name}${describeElements(name, 'executors', namespace)}`);
    return undefined;
  }
  const fault = findCallFault(lookup.element, context);
  if (fault === undefined) return lookup.element;
  session.reportFault(pointer, fault);
  return undefined;
};

/** Resolves `executor:`: `name`, `{ name, parameter: value, … }`, or a parameter that holds an executor. Undefined after a fault. */
export const resolveExecutor = (node: ConfigNode, context: CompileContext): ResolvedExecutor | undefined => {
  const { scope, session } = context;
  const nameNode = isObject(node.value) ? getMember(node, 'name') : node;
  if (!nameNode) {
    session.reportFault(node.pointer, 'expected the name of an executor as `name`');
    return undefined;
  }
  const argument = findSoleArgument(nameNode.value, scope);
  const argumentNodes = new Map(getMembers(node).filter(([key]) => key !== 'name'));
  if (argument?.type === 'executor' && argumentNodes.size === 0) {
    session.chargeReuse(node.pointer, argument.executor.body);
    return argument.executor;
  }
  const name = resolveNode(nameNode, scope, session);
  if (typeof name !== 'string') {
    if (name !== undefined) session.reportFault(nameNode.pointer, 'expected the name of an executor');
    return undefined;
  }
  const element = findExecutor(name, nameNode.pointer, context);
  const parameters = element && bindArguments(element, argumentNodes, node.pointer, context);
  if (!element || !parameters) return undefined;
  const inside = withParameters(enterElement(element, context), parameters);
  const entries = getMembers(element.node)
    .filter(([key]) => key !== 'parameters' && key !== 'description')
    .map(([key, value]) => [key, resolveNode(value, inside.scope, session)]);
  const body = normalizeEnvironments(Object.fromEntries(entries), element.node.pointer, session);
  return { name, body: session.recordOrigin(body as ExecutorConfig, element.node.pointer) };
};

const toEnvironment = (value: unknown): EnvironmentConfig => (isObject(value) ? (value as EnvironmentConfig) : {});

/** A job's keys over those of its executor. If the job has an executor kind, the executor's kind is dropped; environments are merged. */
export const mergeExecutor = (
  executor: ExecutorConfig | undefined,
  job: { readonly [key: string]: unknown },
): { readonly [key: string]: unknown } => {
  if (!executor) return job;
  const hasKind = executorKinds.some((kind) => Object.hasOwn(job, kind));
  const kept = Object.fromEntries(
    Object.entries(executor).filter(([key]) => !hasKind || !(executorKinds as readonly string[]).includes(key)),
  );
  const environment = { ...toEnvironment(executor.environment), ...toEnvironment(job['environment']) };
  return { ...kept, ...job, ...(Object.keys(environment).length > 0 && { environment }) };
};

/** The executor kinds of a job. */
export const executorKindsOf = (job: object): readonly string[] => executorKinds.filter((kind) => Object.hasOwn(job, kind));
