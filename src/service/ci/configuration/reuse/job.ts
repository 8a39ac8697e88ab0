import type { Job, Step } from '../configuration.ts';
import { member, members, type Place } from '../source/place.ts';
import { resolve } from '../text/resolve.ts';
import { bound } from './bind.ts';
import { type Context, insideOf, withParameters } from './context.ts';
import { executorUse, kindsOf, overExecutor } from './executor.ts';
import type { Element } from './namespace.ts';
import { expandedSteps } from './steps.ts';

/** What a workflow gives a job besides parameters. */
export interface Around { readonly before: readonly Step[]; readonly after: readonly Step[] }

const first = ['type', 'docker', 'machine', 'macos', 'resource_class', 'shell', 'working_directory', 'environment', 'parallelism'];
const apart = new Set(['parameters', 'description', 'executor', 'steps']);

/** Keys in one order, so that the same job is always the same text. */
const ordered = (job: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const names = [...first.filter((name) => Object.hasOwn(job, name)), ...Object.keys(job).filter((name) => !first.includes(name))];
  return Object.fromEntries(names.map((name) => [name, job[name]]));
};

/** A job as a workflow calls it at `pointer`, with everything written out; undefined after a fault. */
export const expandedJob = (element: Element, given: ReadonlyMap<string, Place>, pointer: string, around: Around, context: Context): Job | undefined => {
  const { work } = context;
  const parameters = bound(element, given, pointer, context);
  if (!parameters) return undefined;
  const inside = withParameters(insideOf(element, context), parameters);
  const named = member(element.place, 'executor');
  const executor = named && executorUse(named, inside);
  if (named && !executor) return undefined;
  const own = Object.fromEntries(members(element.place).filter(([key]) => !apart.has(key)).map(([key, value]) => [key, resolve(value, inside.scope, work)]));
  const job = ordered(overExecutor(executor?.body, own));
  const kinds = kindsOf(job);
  const type = job['type'] ?? 'build';
  if (kinds.length > 1) work.fault(element.place.pointer, `expected one of docker, machine, macos; found ${kinds.join(' and ')}`);
  if (type !== 'build') return work.made(job, element.place.pointer) as Job;
  if (kinds.length === 0) work.fault(element.place.pointer, `${element.name} has nothing to run on; expected docker, machine, macos or executor`);
  const steps = member(element.place, 'steps');
  if (!steps) { work.fault(element.place.pointer, `${element.name} has no steps`); return undefined; }
  const all = work.made([...around.before, ...expandedSteps(steps, inside), ...around.after], steps.pointer);
  return work.made({ ...job, steps: all }, element.place.pointer) as Job;
};
