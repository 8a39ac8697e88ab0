import { holdsUnknown } from '../evaluate/node.ts';
import { isObject, membership } from '../json.ts';
import { type Assertion, assertion, counted, kindOf, typeName } from './context.ts';

const tests: { readonly [type: string]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};

export const type = assertion('type', (value: string | readonly string[]): Assertion => {
  const types = typeof value === 'string' ? [value] : value;
  const any = types.map((name) => tests[name] ?? (() => false));
  const [only] = any;
  return {
    holds: any.length === 1 && only ? only : (instance) => any.some((test) => test(instance)),
    expected: (instance) => `expected ${types.map(typeName).join(', or ')}; found ${kindOf(instance)}`,
  };
});

const shown = (values: readonly unknown[]): string => {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > 12 ? `${texts.join(', ')}, … (${values.length} in all)` : texts.join(', or ');
};

/** Whether a value is one of some; perhaps, where only parts of it are known and one of those has parts. */
const oneOfThese = (values: readonly unknown[]): Pick<Assertion, 'holds' | 'doubts'> => {
  const isMember = membership(values);
  if (!values.some((value) => typeof value === 'object' && value !== null)) return { holds: isMember };
  return { holds: (value) => isMember(value) || holdsUnknown(value), doubts: holdsUnknown };
};

export const constant = assertion('const', (value: string): Assertion => {
  const only: unknown = JSON.parse(value);
  return { ...oneOfThese([only]), expected: () => `expected ${JSON.stringify(only)}` };
});

export const enumeration = assertion('enum', (texts: readonly string[]): Assertion => {
  const values = texts.map((text) => JSON.parse(text) as unknown);
  return { ...oneOfThese(values), expected: () => `expected ${values.length > 1 ? 'one of ' : ''}${shown(values)}` };
});

const bound = (keyword: string, holds: (value: number, limit: number) => boolean, words: string) =>
  assertion(keyword, (limit: number): Assertion => ({
    holds: (value) => typeof value !== 'number' || holds(value, limit), expected: () => `expected a number ${words} ${limit}`,
  }));

export const minimum = bound('minimum', (value, limit) => value >= limit, 'of at least');
export const maximum = bound('maximum', (value, limit) => value <= limit, 'of at most');
export const exclusiveMinimum = bound('exclusiveMinimum', (value, limit) => value > limit, 'above');
export const exclusiveMaximum = bound('exclusiveMaximum', (value, limit) => value < limit, 'below');

/** In draft 4 the limit itself is excluded by a boolean beside it. */
const oldBound = (keyword: string, holds: (value: number, limit: number, open: boolean) => boolean, open: string, closed: string) =>
  assertion(keyword, ([limit, isOpen]: readonly [number, boolean | undefined]): Assertion => ({
    holds: (value) => typeof value !== 'number' || holds(value, limit, isOpen === true), expected: () => `expected a number ${isOpen ? open : closed} ${limit}`,
  }));

export const oldMinimum = oldBound('draft-04/minimum', (value, limit, open) => (open ? value > limit : value >= limit), 'above', 'of at least');
export const oldMaximum = oldBound('draft-04/maximum', (value, limit, open) => (open ? value < limit : value <= limit), 'below', 'of at most');

/** Tolerant of decimal fractions, to a ten-millionth. */
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1.1920929e-7;

export const multiple = assertion('multipleOf', (unit: number): Assertion => ({
  holds: (value) => typeof value !== 'number' || near(0, value % unit) || near(unit, Math.abs(value % unit)), expected: () => `expected a multiple of ${unit}`,
}));

/** Characters, not code units; counted only where it can matter. */
const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const minLength = assertion('minLength', (least: number): Assertion | undefined => (least === 0 ? undefined : {
  holds: (value) => typeof value !== 'string' || value.length >= least * 2 || characters(value) >= least,
  expected: (value) => `expected ${least === 1 ? 'a text that is not empty' : `at least ${counted(least, 'character', 'characters')}; found ${characters(value as string)}`}`,
}));
export const maxLength = assertion('maxLength', (most: number): Assertion => ({
  holds: (value) => typeof value !== 'string' || value.length <= most || characters(value) <= most,
  expected: (value) => `expected at most ${counted(most, 'character', 'characters')}; found ${characters(value as string)}`,
}));

export const pattern = assertion('pattern', (matches: RegExp): Assertion => ({
  holds: (value) => typeof value !== 'string' || matches.test(value), expected: () => `expected a text that matches ${matches.source}`,
}));
