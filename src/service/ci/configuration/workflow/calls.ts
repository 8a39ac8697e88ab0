import { canonical } from '../../../../../schema-tools/src/json.ts';
import type { Job } from '../configuration.ts';
import { limits } from '../limits.ts';
import { type Context, withMatrix } from '../reuse/context.ts';
import { expandedJob } from '../reuse/job.ts';
import { type Element, elementNamed } from '../reuse/namespace.ts';
import { expandedSteps } from '../reuse/steps.ts';
import { someOf } from '../some-of.ts';
import { listed, member, members, type Place } from '../source/place.ts';
import { resolve, resolvedMember } from '../text/resolve.ts';
import type { Call } from './call.ts';
import { filtersOf } from './filters.ts';
import { type Cell, cellsOf } from './matrix.ts';
import { text, wishesOf } from './wishes.ts';

/** What workflows say of a job themselves; the rest are its parameters. */
const own = new Set(['name', 'requires', 'context', 'type', 'filters', 'matrix', 'pre-steps', 'post-steps', 'serial-group', 'override-with']);

const serialGroupOf = (options: Place, context: Context): string | undefined => {
  const place = member(options, 'serial-group');
  const group = place && text(resolve(place, context.scope, context.work));
  if (place && group !== undefined && (group.length > limits.serialGroup || !/^[A-Za-z0-9._/-]+$/.test(group))) context.work.fault(place.pointer, `expected at most ${limits.serialGroup} letters, digits and . - _ /; found ${JSON.stringify(group.slice(0, 60))}`);
  return group;
};

const elementOf = (name: string, options: Place, context: Context): Element | undefined => {
  const other = text(resolvedMember(options, 'override-with', context.scope, context.work));
  const replaced = other === undefined ? undefined : elementNamed(other, 'jobs', context.namespace);
  const found = typeof replaced === 'object' ? replaced : elementNamed(name, 'jobs', context.namespace);
  if (typeof found === 'object') return found.element;
  const { jobs } = context.namespace.elements;
  if (found === 'unknown') context.work.fault(options.pointer, `there is no job ${name}; ${jobs.size > 0 ? `jobs here: ${someOf(jobs.keys())}` : 'no jobs are declared'}`);
  return undefined;
};

const jobOf = (element: Element, options: Place, cell: Cell | undefined, context: Context): Job | undefined => {
  const given = new Map(members(options).filter(([key]) => !own.has(key)));
  for (const [key, place] of cell?.given ?? []) {
    const twice = given.get(key);
    if (twice) context.work.fault(twice.pointer, `${key} is a parameter of the matrix as well; expected it in one place`);
    given.set(key, place);
  }
  const around = { before: expandedSteps(member(options, 'pre-steps'), context), after: expandedSteps(member(options, 'post-steps'), context) };
  return expandedJob(element, given, options.pointer, around, context);
};

/** Stands for a job that has a fault, so that those that require it have none. */
const faulty: Job = {};

const call = (name: string, options: Place, cell: Cell | undefined, outside: Context): Call => {
  const context = cell ? withMatrix(outside, cell.arguments) : outside;
  const { scope, work } = context;
  const said = text(resolvedMember(options, 'name', scope, work));
  const isApproval = resolvedMember(options, 'type', scope, work) === 'approval';
  const element = isApproval ? undefined : elementOf(name, options, context);
  const job = isApproval ? undefined : (element && jobOf(element, options, cell, context)) ?? faulty;
  const filters = member(options, 'filters');
  return {
    wanted: said ?? (cell ? `${name}-${cell.label}` : name), pointer: options.pointer, job, text: job ? canonical(job) : 'approval',
    alias: cell && (text(resolvedMember(member(options, 'matrix')!, 'alias', scope, work)) ?? name),
    wishes: wishesOf(member(options, 'requires'), context),
    context: [...new Set(listed(member(options, 'context')).flatMap((item) => text(resolve(item, scope, work)) ?? []))],
    filters: filters && filtersOf(filters, context), serialGroup: serialGroupOf(options, context),
  };
};

/** The jobs that one item of a workflow's list stands for. */
export const callsOf = (item: Place, context: Context): readonly Call[] => {
  context.work.spend(item.pointer);
  const { value, pointer } = item;
  const entry = typeof value === 'string' ? [value, { value: {}, pointer }] as const : members(item)[0];
  if (!entry) { context.work.fault(pointer, 'expected a job by its name'); return []; }
  const [name, options] = entry;
  const written = member(options, 'matrix');
  if (!written) return [call(name, options, undefined, context)];
  return cellsOf(written, context).map((cell) => call(name, options, cell, context));
};
