import { isObject } from '@slipway/schema-tools/json';
import type { EnvironmentConfig, ExecutorConfig } from '../configuration.ts';
import { summarizeNames } from '../summarize-names.ts';
import { getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { findSoleArgument, resolveNode } from '../templates/resolve.ts';
import type { ResolvedExecutor } from './argument.ts';
import { bindArguments } from './bind-arguments.ts';
import { findCallFault, type CompileContext, enterElement, withParameters } from './compile-context.ts';
import { findElement } from './namespace.ts';

const executorKinds = ['docker', 'machine', 'macos'] as const;

/** What `executor:` names: `name`, `{ name, parameter: value, … }`, or a parameter that holds one. Undefined after a fault. */
export const resolveExecutor = (place: ConfigNode, context: CompileContext): ResolvedExecutor | undefined => {
  const { scope, session: work } = context;
  const named = isObject(place.value) ? getMember(place, 'name') : place;
  if (!named) {
    work.reportFault(place.pointer, 'expected the name of an executor as `name`');
    return undefined;
  }
  const passed = findSoleArgument(named.value, scope);
  const given = new Map(getMembers(place).filter(([name]) => name !== 'name'));
  if (passed?.type === 'executor' && given.size === 0) {
    work.chargeReuse(place.pointer, passed.executor.body);
    return passed.executor;
  }
  const name = resolveNode(named, scope, work);
  if (typeof name !== 'string') {
    if (name !== undefined) work.reportFault(named.pointer, 'expected the name of an executor');
    return undefined;
  }
  const found = findElement(name, 'executors', context.namespace);
  if (found === 'refused') return undefined;
  if (found === 'unknown') {
    const { executors } = context.namespace.elements;
    work.reportFault(
      named.pointer,
      `there is no executor ${name}${executors.size > 0 ? `; executors here: ${summarizeNames(executors.keys())}` : ''}`,
    );
    return undefined;
  }
  const { element } = found;
  const never = findCallFault(element, context);
  if (never !== undefined) {
    work.reportFault(named.pointer, never);
    return undefined;
  }
  const parameters = bindArguments(element, given, place.pointer, context);
  if (!parameters) return undefined;
  const inside = withParameters(enterElement(element, context), parameters);
  const entries = getMembers(element.place)
    .filter(([key]) => key !== 'parameters' && key !== 'description')
    .map(([key, value]) => [key, resolveNode(value, inside.scope, work)]);
  return { name, body: work.recordOrigin(Object.fromEntries(entries) as ExecutorConfig, element.place.pointer) };
};

const toEnvironment = (value: unknown): EnvironmentConfig => (isObject(value) ? (value as EnvironmentConfig) : {});

/** A job's own keys over those of its executor: a job that says docker is not on the executor's machine; environments are joined. */
export const mergeExecutor = (
  executor: ExecutorConfig | undefined,
  job: { readonly [key: string]: unknown },
): { readonly [key: string]: unknown } => {
  if (!executor) return job;
  const saysKind = executorKinds.some((kind) => Object.hasOwn(job, kind));
  const kept = Object.fromEntries(
    Object.entries(executor).filter(([key]) => !saysKind || !(executorKinds as readonly string[]).includes(key)),
  );
  const environment = { ...toEnvironment(executor.environment), ...toEnvironment(job['environment']) };
  return { ...kept, ...job, ...(Object.keys(environment).length > 0 && { environment }) };
};

/** The executor kinds that a job ends up with. */
export const executorKindsOf = (job: object): readonly string[] => executorKinds.filter((kind) => Object.hasOwn(job, kind));
