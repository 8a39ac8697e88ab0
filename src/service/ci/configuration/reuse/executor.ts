import { isObject } from '../../../../../schema-tools/src/json.ts';
import type { Environment, ExecutorBody } from '../configuration.ts';
import { someOf } from '../some-of.ts';
import { member, members, type Place } from '../source/place.ts';
import { argumentIn, resolve } from '../text/resolve.ts';
import type { ExecutorUse } from './argument.ts';
import { bound } from './bind.ts';
import { callFault, type Context, insideOf, withParameters } from './context.ts';
import { elementNamed } from './namespace.ts';

const kinds = ['docker', 'machine', 'macos'] as const;

/** What `executor:` names: `name`, `{ name, parameter: value, … }`, or a parameter that holds one. Undefined after a fault. */
export const executorUse = (place: Place, context: Context): ExecutorUse | undefined => {
  const { scope, work } = context;
  const named = isObject(place.value) ? member(place, 'name') : place;
  if (!named) { work.fault(place.pointer, 'expected the name of an executor as `name`'); return undefined; }
  const passed = argumentIn(named.value, scope);
  const given = new Map(members(place).filter(([name]) => name !== 'name'));
  if (passed?.type === 'executor' && given.size === 0) { work.again(place.pointer, passed.executor.body); return passed.executor; }
  const name = resolve(named, scope, work);
  if (typeof name !== 'string') { if (name !== undefined) work.fault(named.pointer, 'expected the name of an executor'); return undefined; }
  const found = elementNamed(name, 'executors', context.namespace);
  if (found === 'refused') return undefined;
  if (found === 'unknown') {
    const { executors } = context.namespace.elements;
    work.fault(named.pointer, `there is no executor ${name}${executors.size > 0 ? `; executors here: ${someOf(executors.keys())}` : ''}`);
    return undefined;
  }
  const { element } = found;
  const never = callFault(element, context);
  if (never !== undefined) { work.fault(named.pointer, never); return undefined; }
  const parameters = bound(element, given, place.pointer, context);
  if (!parameters) return undefined;
  const inside = withParameters(insideOf(element, context), parameters);
  const entries = members(element.place).filter(([key]) => key !== 'parameters' && key !== 'description').map(([key, value]) => [key, resolve(value, inside.scope, work)]);
  return { name, body: work.made(Object.fromEntries(entries) as ExecutorBody, element.place.pointer) };
};

const mapping = (value: unknown): Environment => (isObject(value) ? value as Environment : {});

/** A job's own keys over those of its executor: a job that says docker is not on the executor's machine; environments are joined. */
export const overExecutor = (executor: ExecutorBody | undefined, job: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  if (!executor) return job;
  const saysKind = kinds.some((kind) => Object.hasOwn(job, kind));
  const kept = Object.fromEntries(Object.entries(executor).filter(([key]) => !saysKind || !(kinds as readonly string[]).includes(key)));
  const environment = { ...mapping(executor.environment), ...mapping(job['environment']) };
  return { ...kept, ...job, ...(Object.keys(environment).length > 0 && { environment }) };
};

/** The executor kinds that a job ends up with. */
export const kindsOf = (job: object): readonly string[] => kinds.filter((kind) => Object.hasOwn(job, kind));
