import { isObject, membership } from '../json.ts';
import { countOf, type Keyword, numberOf, patternOf, said, wrong } from './context.ts';

const tests: { readonly [type: string]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};

export const type: Keyword = (context) => {
  const value = said(context, 'type');
  if (value === undefined) return undefined;
  const any = (Array.isArray(value) ? value : [value]).map((name) => {
    const test = typeof name === 'string' && Object.hasOwn(tests, name) ? tests[name] : undefined;
    if (!test) throw wrong(context, 'type', `a type or a list of types; given ${JSON.stringify(value)}`);
    return test;
  });
  const [only] = any;
  return any.length === 1 && only ? only : (instance) => any.some((test) => test(instance));
};

export const constant: Keyword = (context) => (Object.hasOwn(context.schema, 'const') ? membership([context.schema['const']]) : undefined);

export const enumeration: Keyword = (context) => {
  const values = said(context, 'enum');
  if (values === undefined) return undefined;
  if (!Array.isArray(values)) throw wrong(context, 'enum', 'a list of values');
  return membership(values);
};

/** Tolerant of decimal fractions, to a ten-millionth. */
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-7;

export const range: Keyword = (context) => {
  const least = numberOf(context, 'minimum') ?? -Infinity;
  const most = numberOf(context, 'maximum') ?? Infinity;
  const above = numberOf(context, 'exclusiveMinimum');
  const below = numberOf(context, 'exclusiveMaximum');
  if (least === -Infinity && most === Infinity && above === undefined && below === undefined) return undefined;
  return (value) => typeof value !== 'number'
    || (value >= least && value <= most && (above === undefined || value > above) && (below === undefined || value < below));
};

export const multiple: Keyword = (context) => {
  const unit = numberOf(context, 'multipleOf');
  if (unit === undefined) return undefined;
  if (unit <= 0) throw wrong(context, 'multipleOf', 'a number above 0');
  return (value) => {
    if (typeof value !== 'number') return true;
    const rest = Math.abs(value % unit);
    return near(rest, 0) || near(rest, unit);
  };
};

/** Characters, not code units; counted only where it can matter. */
const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const length: Keyword = (context) => {
  const least = countOf(context, 'minLength') ?? 0;
  const most = countOf(context, 'maxLength') ?? Infinity;
  if (least === 0 && most === Infinity) return undefined;
  return (value) => {
    if (typeof value !== 'string' || (value.length >= least * 2 && value.length <= most)) return true;
    const count = characters(value);
    return count >= least && count <= most;
  };
};

export const pattern: Keyword = (context) => {
  const value = said(context, 'pattern');
  if (value === undefined) return undefined;
  const matches = patternOf(context, 'pattern', value);
  return (instance) => typeof instance !== 'string' || matches.test(instance);
};
