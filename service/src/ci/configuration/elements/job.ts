import type { JobConfig, StepConfig } from '../configuration.ts';
import { getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { resolveNode } from '../templates/resolve.ts';
import { bindArguments } from './bind-arguments.ts';
import { type CompileContext, enterElement, withParameters } from './compile-context.ts';
import { normalizeEnvironments } from './environment.ts';
import { resolveExecutor, executorKindsOf, mergeExecutor } from './executor.ts';
import type { ReusableElement } from './namespace.ts';
import { expandSteps } from './steps.ts';

/** The steps that a workflow adds to a job. */
export interface SurroundingSteps {
  readonly before: readonly StepConfig[];
  readonly after: readonly StepConfig[];
}

const leadingKeys = ['type', 'docker', 'machine', 'macos', 'resource_class', 'shell', 'working_directory', 'environment', 'parallelism'];
const compileTimeKeys = new Set(['parameters', 'description', 'executor', 'steps']);

/** Sorts the keys of a job, so that equal jobs have equal texts. */
const orderKeys = (job: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const names = [
    ...leadingKeys.filter((name) => Object.hasOwn(job, name)),
    ...Object.keys(job).filter((name) => !leadingKeys.includes(name)),
  ];
  return Object.fromEntries(names.map((name) => [name, job[name]]));
};

/** Expands the job that a workflow calls at `pointer`; undefined after a fault. */
export const expandJob = (
  element: ReusableElement,
  values: ReadonlyMap<string, ConfigNode>,
  pointer: string,
  around: SurroundingSteps,
  context: CompileContext,
): JobConfig | undefined => {
  const { session } = context;
  const parameters = bindArguments(element, values, pointer, context);
  if (!parameters) return undefined;
  const inside = withParameters(enterElement(element, context), parameters);
  const named = getMember(element.node, 'executor');
  const executor = named && resolveExecutor(named, inside);
  if (named && !executor) return undefined;
  const own = Object.fromEntries(
    getMembers(element.node)
      .filter(([key]) => !compileTimeKeys.has(key))
      .map(([key, value]) => [key, resolveNode(value, inside.scope, session)]),
  );
  const job = orderKeys(mergeExecutor(executor?.body, normalizeEnvironments(own, element.node.pointer, session)));
  const kinds = executorKindsOf(job);
  const type = job['type'] ?? 'build';
  if (kinds.length > 1) session.reportFault(element.node.pointer, `expected one of docker, machine, macos; found ${kinds.join(' and ')}`);
  if (type !== 'build') return session.recordOrigin(job, element.node.pointer) as JobConfig;
  if (kinds.length === 0)
    session.reportFault(element.node.pointer, `${element.name} has nothing to run on; expected docker, machine, macos or executor`);
  const steps = getMember(element.node, 'steps');
  if (!steps) {
    session.reportFault(element.node.pointer, `${element.name} has no steps`);
    return undefined;
  }
  const all = session.recordOrigin([...around.before, ...expandSteps(steps, inside), ...around.after], steps.pointer);
  return session.recordOrigin({ ...job, steps: all }, element.node.pointer) as JobConfig;
};
