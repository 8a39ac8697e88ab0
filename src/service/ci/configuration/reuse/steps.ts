import { isObject } from '../../../../../schema-tools/src/json.ts';
import type { Step } from '../configuration.ts';
import { someOf } from '../some-of.ts';
import { items, member, members, type Place } from '../source/place.ts';
import { argumentIn, resolve, resolveText } from '../text/resolve.ts';
import { bound } from './bind.ts';
import { holds } from './condition.ts';
import { callFault, type Context, insideOf, withParameters } from './context.ts';
import { type Element, elementNamed } from './namespace.ts';
import { bare, shorthand, stepTypes, withoutEffect } from './step-types.ts';

/** A list of steps with everything called written out. Faults are told; what has them is left out. */
export const expandedSteps = (place: Place | undefined, context: Context): readonly Step[] => {
  if (!place || place.value === null) return [];
  const passed = argumentIn(place.value, context.scope);
  if (passed?.type === 'steps') { context.work.again(place.pointer, passed.steps); return passed.steps; }
  if (!Array.isArray(place.value)) {
    const isTold = typeof place.value === 'string' && resolveText(place.value, place.pointer, context.scope, context.work) === undefined;
    if (!isTold) context.work.fault(place.pointer, 'expected a list of steps');
    return [];
  }
  return items(place).flatMap((item) => expanded(item, context));
};

const expanded = (item: Place, context: Context): readonly Step[] => {
  context.work.spend(item.pointer);
  const { value, pointer } = item;
  if (typeof value === 'string') {
    const passed = argumentIn(value, context.scope);
    if (passed?.type === 'steps') { context.work.again(pointer, passed.steps); return passed.steps; }
    const name = resolveText(value, pointer, context.scope, context.work);
    return typeof name === 'string' ? typed(name, { value: null, pointer }, context) : [];
  }
  const [entry, second] = members(item);
  if (!entry || second) { context.work.fault(pointer, `expected one step: a name, or a name with what it is given${second ? `; found ${someOf(members(item).map(([name]) => name))}, of which all but the first may lack two spaces` : ''}`); return []; }
  return typed(entry[0], entry[1], context);
};

const typed = (name: string, given: Place, context: Context): readonly Step[] => {
  const found = elementNamed(name, 'commands', context.namespace);
  if (typeof found === 'object') return called(found.element, given, context);
  if (found === 'refused') return [];
  if (stepTypes.has(name)) return [builtIn(name, given, context)];
  if (newer.has(name)) {
    if (context.scope.isLiteral) { context.work.fault(given.pointer, `${name} needs \`version: 2.1\``); return []; }
    return name === 'steps' ? expandedSteps(given, context) : conditional(name === 'when', given, context);
  }
  const { commands } = context.namespace.elements;
  context.work.fault(given.pointer, `there is no step or command ${name}${commands.size > 0 ? `; commands here: ${someOf(commands.keys())}` : ''}`);
  return [];
};

const newer = new Set(['when', 'unless', 'steps']);

const conditional = (wanted: boolean, place: Place, context: Context): readonly Step[] => {
  const condition = member(place, 'condition');
  if (!condition) { context.work.fault(place.pointer, 'expected a `condition` and `steps`'); return []; }
  return holds(condition, context) === wanted ? expandedSteps(member(place, 'steps'), context) : [];
};

const called = (element: Element, given: Place, context: Context): readonly Step[] => {
  const { work } = context;
  const never = callFault(element, context);
  if (never !== undefined) { work.fault(given.pointer, never); return []; }
  if (given.value !== null && !isObject(given.value)) { work.fault(given.pointer, `expected the parameters of ${element.name} by name`); return []; }
  const parameters = bound(element, new Map(members(given)), given.pointer, context);
  return parameters ? expandedSteps(member(element.place, 'steps'), withParameters(insideOf(element, context), parameters)) : [];
};

const builtIn = (name: string, given: Place, { scope, work }: Context): Step => {
  const note = withoutEffect.get(name);
  if (note !== undefined) work.note(given.pointer, note);
  const resolved = resolve(given, scope, work);
  if (resolved === null || (isObject(resolved) && Object.keys(resolved).length === 0)) {
    if (!bare.has(name)) work.fault(given.pointer, `${name} needs to be told what to do`);
    return name;
  }
  const key = shorthand[name];
  const value = key !== undefined && !isObject(resolved) ? work.made({ [key]: typeof resolved === 'number' || typeof resolved === 'boolean' ? String(resolved) : resolved }, given.pointer) : resolved;
  return work.made({ [name]: value }, given.pointer.slice(0, given.pointer.lastIndexOf('/')));
};
