import { someOf } from '../some-of.ts';
import type { Place } from '../source/place.ts';
import { argumentIn, resolve } from '../text/resolve.ts';
import type { Arguments } from '../text/scope.ts';
import type { Argument } from './argument.ts';
import { type Context, insideOf } from './context.ts';
import { type Declaration, isScalar } from './declaration.ts';
import { executorUse } from './executor.ts';
import type { Element } from './namespace.ts';
import { scalarFault, scalarOf } from './scalar.ts';
import { expandedSteps } from './steps.ts';

/** A value given to a parameter, by the names that mean something where it is written. */
const argumentOf = (given: Place, declaration: Declaration, context: Context): Argument | undefined => {
  if (declaration.type === 'steps') return { type: 'steps', steps: expandedSteps(given, context) };
  if (declaration.type === 'executor') {
    const passed = argumentIn(given.value, context.scope);
    if (passed?.type === 'executor') return passed;
    const executor = executorUse(given, context);
    return executor && { type: 'executor', executor };
  }
  if (!isScalar(declaration)) return undefined;
  const resolved = resolve(given, context.scope, context.work);
  // A fault in the text is told already.
  if (resolved === undefined) return undefined;
  const isTag = typeof given.value === 'string' && given.value.includes('<<');
  const value = scalarOf(isTag && declaration.type === 'string' && typeof resolved !== 'object' ? String(resolved) : resolved, declaration);
  if (value === undefined) context.work.fault(given.pointer, `${declaration.name}: ${scalarFault(resolved, declaration)}`);
  return value === undefined ? undefined : { type: 'value', value };
};

/** The parameters of an element that is called at `pointer` with some values; undefined after a fault. */
export const bound = (element: Element, given: ReadonlyMap<string, Place>, pointer: string, context: Context): Arguments | undefined => {
  const { declarations } = element;
  const result = new Map<string, Argument>();
  let isWhole = true;
  for (const [name, place] of given) {
    if (declarations.has(name)) continue;
    isWhole = false;
    context.work.fault(place.pointer, `${element.name} has no parameter ${name}; ${declarations.size > 0 ? `it has: ${someOf(declarations.keys())}` : 'it has none'}`);
  }
  for (const [name, declaration] of declarations) {
    const place = given.get(name);
    const usual = declaration.default;
    const argument = place ? argumentOf(place, declaration, context) : usual && argumentOf(usual, declaration, insideOf(element, context));
    if (argument) result.set(name, argument);
    else isWhole = false;
    if (!place && !usual) context.work.fault(pointer, `${element.name} needs the parameter ${name}, which has no default`);
  }
  return isWhole ? result : undefined;
};
