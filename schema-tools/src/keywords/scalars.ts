import { containsUnknown } from '../evaluate/evaluation.ts';
import { isObject, membershipTest } from '../json.ts';
import { type Assertion, defineAssertion, describeValue, typeName } from './keyword-context.ts';
import { pluralise } from '../text.ts';

const typeTests: { readonly [type: string]: (value: unknown) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};

export const type = defineAssertion('type', (value: string | readonly string[]): Assertion => {
  const types = typeof value === 'string' ? [value] : value;
  const any = types.map((name) => typeTests[name] ?? (() => false));
  const [only] = any;
  return {
    holds: any.length === 1 && only ? only : (instance) => any.some((test) => test(instance)),
    expected: (instance) => `expected ${types.map(typeName).join(', or ')}; found ${describeValue(instance)}`,
  };
});

const formatValues = (values: readonly unknown[]): string => {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > 12 ? `${texts.join(', ')}, … (${values.length} in all)` : texts.join(', or ');
};

/** Whether a value is one of some; perhaps, where only parts of it are known and one of those has parts. */
const membershipAssertion = (values: readonly unknown[]): Pick<Assertion, 'holds' | 'isUncertain'> => {
  const isMember = membershipTest(values);
  if (!values.some((value) => typeof value === 'object' && value !== null)) return { holds: isMember };
  return { holds: (value) => isMember(value) || containsUnknown(value), isUncertain: containsUnknown };
};

export const constant = defineAssertion('const', (value: string): Assertion => {
  const only: unknown = JSON.parse(value);
  return { ...membershipAssertion([only]), expected: () => `expected ${JSON.stringify(only)}` };
});

export const enumeration = defineAssertion('enum', (texts: readonly string[]): Assertion => {
  const values = texts.map((text) => JSON.parse(text) as unknown);
  return { ...membershipAssertion(values), expected: () => `expected ${values.length > 1 ? 'one of ' : ''}${formatValues(values)}` };
});

const boundAssertion = (keyword: string, holds: (value: number, limit: number) => boolean, words: string) =>
  defineAssertion(keyword, (limit: number): Assertion => ({
    holds: (value) => typeof value !== 'number' || holds(value, limit),
    expected: () => `expected a number ${words} ${limit}`,
  }));

export const minimum = boundAssertion('minimum', (value, limit) => value >= limit, 'of at least');
export const maximum = boundAssertion('maximum', (value, limit) => value <= limit, 'of at most');
export const exclusiveMinimum = boundAssertion('exclusiveMinimum', (value, limit) => value > limit, 'above');
export const exclusiveMaximum = boundAssertion('exclusiveMaximum', (value, limit) => value < limit, 'below');

/** In draft 4 a boolean next to the limit makes it exclusive. */
const draft4BoundAssertion = (
  keyword: string,
  holds: (value: number, limit: number, open: boolean) => boolean,
  open: string,
  closed: string,
) =>
  defineAssertion(keyword, ([limit, isOpen]: readonly [number, boolean | undefined]): Assertion => ({
    holds: (value) => typeof value !== 'number' || holds(value, limit, isOpen === true),
    expected: () => `expected a number ${isOpen ? open : closed} ${limit}`,
  }));

export const draft4Minimum = draft4BoundAssertion(
  'draft-04/minimum',
  (value, limit, open) => (open ? value > limit : value >= limit),
  'above',
  'of at least',
);
export const draft4Maximum = draft4BoundAssertion(
  'draft-04/maximum',
  (value, limit, open) => (open ? value < limit : value <= limit),
  'below',
  'of at most',
);

/** Tolerant of decimal fractions, to a ten-millionth. */
const isNearlyEqual = (a: number, b: number): boolean => Math.abs(a - b) < 1.1920929e-7;

export const multipleOf = defineAssertion('multipleOf', (unit: number): Assertion => ({
  holds: (value) => typeof value !== 'number' || isNearlyEqual(0, value % unit) || isNearlyEqual(unit, Math.abs(value % unit)),
  expected: () => `expected a multiple of ${unit}`,
}));

/** Characters, not code units; counted only where it can matter. */
const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const minLength = defineAssertion('minLength', (least: number): Assertion | undefined =>
  least === 0
    ? undefined
    : {
        holds: (value) => typeof value !== 'string' || value.length >= least * 2 || countCharacters(value) >= least,
        expected: (value) => {
          if (least === 1) return 'expected a text that is not empty';
          return `expected at least ${pluralise(least, 'character', 'characters')}; found ${countCharacters(value as string)}`;
        },
      },
);
export const maxLength = defineAssertion('maxLength', (most: number): Assertion => ({
  holds: (value) => typeof value !== 'string' || value.length <= most || countCharacters(value) <= most,
  expected: (value) => `expected at most ${pluralise(most, 'character', 'characters')}; found ${countCharacters(value as string)}`,
}));

export const pattern = defineAssertion('pattern', (matches: RegExp): Assertion => ({
  holds: (value) => typeof value !== 'string' || matches.test(value),
  expected: () => `expected a text that matches ${matches.source}`,
}));
